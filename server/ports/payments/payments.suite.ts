import { expect, test } from 'vitest';
import type { Fault } from '#server/testing/provider-server.ts';
import { type AttemptRef, type Payments, ProviderFailure, ProviderRefusal } from './payments.ts';

/** A provider's double with its adapter. */
export type Rig = {
  payments: Payments;
  /** Makes the next call of a kind fail. */
  fail: (call: 'begin' | 'read' | 'settle' | 'refund', fault: Fault) => void;
  /** Acts as the buyer. @returns the URL of the return */
  act: (token: string, what: 'pay' | 'fail' | 'leave') => string;
  /** Pesos that the provider holds for an order. */
  heldFor: (orderId: string) => number;
  close: () => Promise<void>;
};

const ORDER = '7K4MQ-X2TBA';
const AMOUNT = 5900;

/** The contract of every provider of payments. */
export function testPayments(open: () => Promise<Rig>): void {
  let count = 0;
  async function begun({ payments }: Rig): Promise<AttemptRef & { redirectUrl: string }> {
    count += 1;
    const id = `${ORDER}-${String(count).padStart(14, 'A')}`;
    const { token, redirectUrl } = await payments.begin({
      ...{ id, orderId: ORDER, amount: AMOUNT, endsAt: Date.now() + 3_600_000 },
      returnUrl: 'http://localhost:1/api/payments/x/return',
      noticeUrl: 'http://localhost:1/api/payments/x/notice',
    });
    return { id, token, redirectUrl, amount: AMOUNT, providerId: null };
  }

  async function paidAttempt(rig: Rig): Promise<AttemptRef> {
    const attempt = await begun(rig);
    const back = readReturn(rig, rig.act(attempt.token, 'pay'));
    const { providerId } = await rig.payments.settle({
      ...attempt,
      providerId: back?.providerId ?? null,
    });
    return { ...attempt, providerId };
  }

  function readReturn({ payments }: Rig, address: string) {
    return payments.readReturn(Object.fromEntries(new URL(address).searchParams));
  }

  async function withRig(work: (rig: Rig) => Promise<void>): Promise<void> {
    const rig = await open();
    try {
      await work(rig);
    } finally {
      await rig.close();
    }
  }

  test('an attempt is open until its buyer pays, at the provider itself', () =>
    withRig(async (rig) => {
      const attempt = await begun(rig);
      expect(new URL(attempt.redirectUrl).protocol).toBe('http:');
      expect(await rig.payments.read(attempt)).toMatchObject({ word: { state: 'open' } });
      expect(rig.heldFor(ORDER)).toBe(0);
    }));

  test('a payment is confirmed once, however often it is asked for', () =>
    withRig(async (rig) => {
      const attempt = await paidAttempt(rig);
      const paid = { word: { state: 'paid', amount: AMOUNT, refunded: 0 }, others: [] };
      expect(await rig.payments.settle(attempt)).toMatchObject(paid);
      expect(await Promise.all([1, 2].map(() => rig.payments.settle(attempt)))).toMatchObject([
        paid,
        paid,
      ]);
      expect(await rig.payments.read(attempt)).toMatchObject(paid);
      expect(rig.heldFor(ORDER)).toBe(AMOUNT);
    }));

  test('a return names its attempt, and says whether there is something to confirm', () =>
    withRig(async (rig) => {
      const attempt = await begun(rig);
      const left = readReturn(rig, rig.act(attempt.token, 'leave'));
      expect(left?.kind).toBe('aborted');
      const other = await begun(rig);
      const back = readReturn(rig, rig.act(other.token, 'pay'));
      expect(back?.kind).toBe('returned');
      expect([{ id: other.id }, { token: other.token }]).toContainEqual(back?.by);
      expect(rig.payments.readReturn({})).toBeNull();
      expect(rig.payments.readReturn({ token: 'x' })).toBeNull();
    }));

  test('money goes back in part and then in whole, and no more than there is', () =>
    withRig(async (rig) => {
      const attempt = await paidAttempt(rig);
      const part = await rig.payments.refund(attempt, { amount: 900, key: 'a' });
      expect(part.word).toEqual({ state: 'paid', amount: AMOUNT, refunded: 900 });
      await expect(
        rig.payments.refund(attempt, { amount: AMOUNT, key: 'b' }),
      ).rejects.toBeInstanceOf(ProviderRefusal);
      const rest = await rig.payments.refund(attempt, { amount: AMOUNT - 900, key: 'c' });
      expect(rest.word).toEqual({ state: 'paid', amount: AMOUNT, refunded: AMOUNT });
      expect((await rig.payments.read(attempt)).word).toEqual(rest.word);
      expect(rig.heldFor(ORDER)).toBe(0);
    }));

  test('the whole goes back at once', () =>
    withRig(async (rig) => {
      const attempt = await paidAttempt(rig);
      const back = await rig.payments.refund(attempt, { amount: AMOUNT, key: 'a' });
      expect(back.word).toEqual({ state: 'paid', amount: AMOUNT, refunded: AMOUNT });
      expect((await rig.payments.read(attempt)).word).toEqual(back.word);
    }));

  test.each([
    ['lost', 900],
    ['garbage', 900],
    ['endless', 900],
    ['broken', 0],
    ['redirect', 0],
  ] as const)('an answer that is %s is no answer', (fault, refunded) =>
    withRig(async (rig) => {
      rig.fail('begin', fault);
      await expect(begun(rig)).rejects.toBeInstanceOf(ProviderFailure);
      const attempt = await begun(rig);
      const returned = readReturn(rig, rig.act(attempt.token, 'pay'));
      const named = { ...attempt, providerId: returned?.providerId ?? null };
      rig.fail('read', fault);
      await expect(rig.payments.read(named)).rejects.toBeInstanceOf(ProviderFailure);
      rig.fail('settle', fault);
      await expect(rig.payments.settle(named)).rejects.toBeInstanceOf(ProviderFailure);
      const { word, providerId } = await rig.payments.settle(named);
      expect(word).toMatchObject({ state: 'paid', refunded: 0 });
      rig.fail('refund', fault);
      const paid = { ...named, providerId };
      await expect(rig.payments.refund(paid, { amount: 900, key: 'a' })).rejects.toBeInstanceOf(
        ProviderFailure,
      );
      expect((await rig.payments.read(paid)).word).toMatchObject({ state: 'paid', refunded });
    }),
  );

  test('a late response is used', () =>
    withRig(async (rig) => {
      const attempt = await begun(rig);
      const returned = readReturn(rig, rig.act(attempt.token, 'pay'));
      rig.fail('settle', { lateMs: 300 });
      const named = { ...attempt, providerId: returned?.providerId ?? null };
      expect((await rig.payments.settle(named)).word.state).toBe('paid');
    }));
}
