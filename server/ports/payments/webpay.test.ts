import { describe, expect, test } from 'vitest';
import { isStorable } from '#server/http/storable-texts.ts';
import { openWebpayDouble, type WebpayDouble } from '#server/testing/webpay-double.ts';
import { testPayments } from './payments.suite.ts';
import { ProviderFailure } from './payments.ts';
import { webpay } from './webpay.ts';

const PATH = '/rswebpaytransaction/api/webpay/v1.2/transactions';
const calls = { begin: `POST ${PATH}`, read: `GET ${PATH}`, settle: `PUT ${PATH}` };
const acts = { pay: 'approved', fail: 'declined', leave: 'aborted' } as const;

describe('Webpay', () => {
  testPayments(async () => {
    const double = await openWebpayDouble();
    return {
      payments: webpay(double.settings),
      fail: (call, fault) => {
        double.faults.push({ call: call === 'refund' ? `POST ${PATH}/` : calls[call], fault });
      },
      act: (token, what) => double.act(token, acts[what]),
      heldFor: double.heldFor,
      close: double.close,
    };
  });

  async function withAttempt(
    work: (
      double: WebpayDouble,
      attempt: { id: string; token: string; providerId: null; amount: number },
    ) => Promise<void>,
  ): Promise<void> {
    const double = await openWebpayDouble();
    const attempt = { id: '7K4MQ-X2TBA-ABCDEFGHJKMNPQ', amount: 5900 };
    const returnUrl = 'http://localhost:1/api/payments/webpay/return';
    const { token } = await webpay(double.settings).begin({
      ...{ ...attempt, orderId: '7K4MQ-X2TBA', returnUrl, noticeUrl: '', endsAt: 0 },
    });
    await work(double, { ...attempt, token, providerId: null }).finally(double.close);
  }

  test('reads its four returns', () =>
    withAttempt(async (double, { id, token }) => {
      const { readReturn } = webpay(double.settings);
      const paramsOf = (address: string) => Object.fromEntries(new URL(address).searchParams);
      expect(readReturn(paramsOf(double.act(token, 'approved')))).toEqual({
        ...{ kind: 'returned', by: { token }, providerId: null },
      });
      expect(readReturn(paramsOf(double.act(token, 'aborted')))?.kind).toBe('aborted');
      expect(readReturn(paramsOf(double.returnWithBoth(token)))?.kind).toBe('aborted');
      expect(readReturn(paramsOf(double.act(token, 'timed_out')))).toEqual({
        ...{ kind: 'expired', by: { id }, providerId: null },
      });
    }));

  test.each(['aborted', 'timed_out'] as const)('takes no money of what was %s', (form) =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, form);
      const { word } = await webpay(double.settings).settle(attempt);
      expect(word).toEqual({ state: 'aborted' });
      expect(double.heldFor('7K4MQ-X2TBA')).toBe(0);
    }),
  );

  test.each([5900.5, -1, 1e300])('rejects a response with an amount of %d', (amount) =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      await webpay(double.settings).settle(attempt);
      const transaction = double.transactions.get(attempt.token);
      if (transaction) transaction.amount = amount;
      await expect(webpay(double.settings).read(attempt)).rejects.toBeInstanceOf(ProviderFailure);
    }),
  );

  test('tells the amount that it holds, not the one it was asked for', () =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      const transaction = double.transactions.get(attempt.token);
      if (!transaction) throw new Error('no transaction');
      transaction.amount = 7400;
      const { settle, read, refund } = webpay(double.settings);
      const paid = { state: 'paid', amount: 7400, refunded: 0 };
      expect((await settle(attempt)).word).toEqual(paid);
      expect((await read(attempt)).word).toEqual(paid);
      const refunded = { ...paid, refunded: 400 };
      expect((await refund(attempt, { amount: 400, key: 'a' })).word).toEqual(refunded);
      transaction.isReversed = true;
      expect((await read(attempt)).word).toEqual({ ...paid, refunded: 7400 });
    }));

  test('a confirmation of another amount is read until two answers agree', () =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      const transaction = double.transactions.get(attempt.token);
      // The first answer is that of the reading before the confirmation.
      transaction?.wrongAmounts.push(5900, 50);
      const paid = { state: 'paid', amount: 5900, refunded: 0 };
      expect((await webpay(double.settings).settle(attempt)).word).toEqual(paid);
      expect(double.calls.filter((call) => call.startsWith('PUT'))).toHaveLength(1);
    }));

  test('a confirmation whose answers never agree is no answer', () =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      double.transactions.get(attempt.token)?.wrongAmounts.push(5900, 5900, 50, 60);
      await expect(webpay(double.settings).settle(attempt)).rejects.toBeInstanceOf(ProviderFailure);
      expect((await webpay(double.settings).settle(attempt)).word).toMatchObject({ amount: 5900 });
    }));

  test.each<[string, object]>([
    ['NUL', { authorization_code: '12\0\ud83d', payment_type_code: 'VN\0' }],
    ['other types', { authorization_code: 12, payment_type_code: ['__proto__'] }],
  ])('an answer with %s in its descriptions tells of the money', (_what, odd) =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      const transaction = double.transactions.get(attempt.token);
      if (transaction) transaction.described = odd;
      const { word, how } = await webpay(double.settings).settle(attempt);
      expect(word).toMatchObject({ state: 'paid', amount: 5900 });
      expect(isStorable(how?.authorizationCode ?? '')).toBe(true);
    }),
  );

  test("rejects a response about another order's transaction", () =>
    withAttempt(async (double, attempt) => {
      double.act(attempt.token, 'approved');
      await expect(
        webpay(double.settings).settle({ ...attempt, id: 'otro' }),
      ).rejects.toBeInstanceOf(ProviderFailure);
      expect(double.heldFor('7K4MQ-X2TBA')).toBe(0);
    }));

  test('sends buyers to its own origin alone', async () => {
    const double = await openWebpayDouble();
    const elsewhere = webpay({
      ...double.settings,
      url: double.url.replace('127.0.0.1', 'localhost'),
    });
    const attempt = { id: 'a', orderId: 'a', amount: 1, returnUrl: 'http://localhost/x' };
    await expect(elsewhere.begin({ ...attempt, noticeUrl: '', endsAt: 0 })).rejects.toBeInstanceOf(
      ProviderFailure,
    );
    await double.close();
  });

  test('says nothing of its keys when it fails', async () => {
    const double = await openWebpayDouble();
    const wrong = webpay({ ...double.settings, apiKey: 'una clave equivocada' });
    const failure = await wrong
      .read({ id: 'a', token: 'b', providerId: null, amount: 1 })
      .catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ProviderFailure);
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toMatch(/clave/);
    await double.close();
  });
});
