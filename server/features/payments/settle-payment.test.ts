import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Payments, ProviderFailure, type Told } from '#server/ports/payments/payments.ts';
import { beginAttempt, providerOf, told } from '#server/testing/begun-attempt.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { databases, testOnAny } from '#server/testing/shop.ts';
import { BEGIN_MS, settlePayment } from './settle-payment.ts';

const CLAIM_MS = 35_000;
const REFUND_MS = 10 * 60_000;
const OPEN = { state: 'open' } as const;

describe.each(databases)('an attempt that is read or confirmed on %s', (kind) => {
  const testAbove = testOnAny(kind);
  let now = Date.now();
  const shop = useWebpayShop(kind);
  beforeAll(() => {
    shop.shop.context.clock = () => now;
  });

  const settle = vi.fn<Payments['settle']>();
  const read = vi.fn<Payments['read']>();
  beforeEach(() => {
    for (const call of [settle, read]) call.mockReset().mockResolvedValue(told(OPEN));
  });
  async function begun() {
    const attempt = await beginAttempt(shop);
    const { id, amount } = attempt;
    const payments = { ...providerOf(shop), settle, read };
    return {
      ...{ ...attempt, lifeMs: payments.lifeMs },
      paid: told({ state: 'paid', amount, refunded: 0 }),
      settle: (how: Parameters<typeof settlePayment>[3] = {}, other: Partial<Payments> = {}) =>
        settlePayment(shop.shop.context, { ...payments, ...other }, id, how),
    };
  }

  test('is confirmed by one of two requests at once', async () => {
    const attempt = await begun();
    const answer = Promise.withResolvers<Told>();
    settle.mockReturnValue(answer.promise);
    const first = attempt.settle({ isReturned: true });
    await vi.waitFor(() => expect(settle).toHaveBeenCalledOnce());
    // What the other one reads was true before the confirmation.
    const second = await attempt.settle({ isReturned: true });
    expect(second).toMatchObject({ payment: { state: 'authorised' }, failure: null });
    now += CLAIM_MS - 1;
    await attempt.settle();
    expect((await attempt.row()).state).toBe('authorised');
    answer.resolve(attempt.paid);
    const paid = { payment: { state: 'paid', paid_order: 1, claimed_at: null }, failure: null };
    expect(await first).toMatchObject(paid);
    expect(settle).toHaveBeenCalledOnce();
    expect(read).toHaveBeenCalledTimes(2);
  });

  testAbove('is confirmed again once the request that claimed it was interrupted', async () => {
    for (const after of [CLAIM_MS, -CLAIM_MS]) {
      const attempt = await begun();
      settle.mockRejectedValueOnce(new Error('killed'));
      await expect(attempt.settle({ isReturned: true })).rejects.toThrow('killed');
      const { state, claimed_at } = await attempt.row();
      expect([state, claimed_at]).toEqual(['authorised', now]);
      now += after;
      settle.mockResolvedValueOnce(attempt.paid);
      expect(await attempt.settle()).toMatchObject({ payment: { state: 'paid' } });
    }
    // Before it was claimed, it had been read as open: the later result counts.
    const attempt = await begun();
    await attempt.set({ state: 'unknown', claimed_at: now - CLAIM_MS, is_superseded: 1 });
    expect(await attempt.settle()).toMatchObject({ payment: { state: 'open' } });
  });

  testAbove('without an answer is unknown, and may be confirmed at once', async () => {
    const attempt = await begun();
    const failure = new ProviderFailure('no answer');
    settle.mockRejectedValueOnce(failure);
    const planned = (await attempt.row()).reading_job;
    const unknown = await attempt.settle({ isReturned: true });
    expect(unknown).toEqual({
      payment: expect.objectContaining({ state: 'unknown', claimed_at: null }),
      failure,
    });
    // The state of a returning buyer's payment is read soon.
    const { reading_job } = await attempt.row();
    expect(reading_job).not.toBe(planned);
    settle.mockResolvedValueOnce(attempt.paid);
    const paid = await attempt.settle();
    expect(paid?.payment).toMatchObject({ state: 'paid', reading_job });
    expect(read).not.toHaveBeenCalled();
  });

  testAbove('of an order in the bin is read, never confirmed', async () => {
    const attempt = await begun();
    await shop.remove(attempt.orderId);
    expect((await attempt.settle({ isReturned: true }))?.payment.state).toBe('open');
    expect(settle).not.toHaveBeenCalled();
    const failure = new ProviderFailure('no answer');
    read.mockRejectedValueOnce(failure);
    const silent = await attempt.settle();
    expect(silent).toEqual({ payment: expect.objectContaining({ state: 'open' }), failure });
  });

  testAbove('of another provider, or of none, is not read', async () => {
    const attempt = await begun();
    expect(await attempt.settle({}, { provider: 'mercadopago' })).toBeNull();
    expect(await settlePayment(shop.shop.context, providerOf(shop), 'no-hay')).toBeNull();
    expect(read).not.toHaveBeenCalled();
  });

  testAbove('whose creation was interrupted is given up after a time', async () => {
    const attempt = await begun();
    await attempt.set({ state: 'created', token: null });
    now += BEGIN_MS - 1;
    expect(await attempt.settle()).toMatchObject({ payment: { state: 'created' }, failure: null });
    now += 1;
    expect(await attempt.settle()).toMatchObject({ payment: { state: 'expired' }, failure: null });
    const another = await begun();
    await another.set({ state: 'created', token: null });
    now -= 3_600_000;
    expect((await another.settle())?.payment.state).toBe('expired');
    expect(read).not.toHaveBeenCalled();
  });

  testAbove('expires after its life', async () => {
    const attempt = await begun();
    now += attempt.lifeMs;
    expect((await attempt.settle())?.payment.state).toBe('open');
    now += 1;
    expect((await attempt.settle())?.payment.state).toBe('expired');
  });

  testAbove("keeps the number of its payment; before, the latest notice's is read", async () => {
    const attempt = await begun();
    await attempt.settle({ providerId: 'P0' });
    read.mockResolvedValueOnce({ ...attempt.paid, providerId: 'P1' });
    await attempt.settle({ providerId: 'P1' });
    await attempt.settle({ providerId: 'P2' });
    expect(read.mock.calls.map(([ref]) => ref.providerId)).toEqual(['P0', 'P1', 'P1']);
  });

  testAbove('has its refund given up if the provider has not made it in ten minutes', async () => {
    const attempt = await begun();
    const { amount } = attempt;
    const paid = (refunded: number) => told({ state: 'paid', amount, refunded });
    const settled = async (word: Told) => {
      read.mockResolvedValueOnce(word);
      const { state, refunded, refunding } = (await attempt.settle())?.payment ?? {};
      return [state, refunded, refunding];
    };
    expect(await settled(paid(200))).toEqual(['paid', 200, 0]);
    await attempt.set({ state: 'refunding', refunding: 500, refunding_since: now });
    now += REFUND_MS;
    expect(await settled(paid(200))).toEqual(['refunding', 200, 500]);
    now += 1;
    expect(await settled(told({ state: 'refused' }))).toEqual(['refunding', 200, 500]);
    expect(await settled(paid(200))).toEqual(['paid', 200, 0]);
    expect(await settled(paid(300))).toEqual(['paid', 300, 0]);
    await attempt.set({ state: 'refunding', refunding: 500 });
    expect(await settled(paid(800))).toEqual(['paid', 800, 0]);
  });
});
