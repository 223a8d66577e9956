import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { isStorable } from '#server/http/storable-texts.ts';
import {
  type MercadoPagoDouble,
  openMercadoPagoDouble,
} from '#server/testing/mercadopago-double.ts';
import { mercadopago } from './mercadopago.ts';
import { testPayments } from './payments.suite.ts';

const statuses = { pay: 'approved', fail: 'rejected' } as const;
const SECRET = 'un secreto';
const settings = {
  provider: 'mercadopago',
  accessToken: 'una clave',
  webhookSecret: SECRET,
  url: 'http://127.0.0.1:1',
} as const;

describe('Mercado Pago', () => {
  testPayments(async () => {
    const double = await openMercadoPagoDouble();
    return {
      payments: mercadopago(double.settings),
      fail: (call, fault) => {
        const name =
          call === 'begin'
            ? 'POST /checkout/preferences'
            : call === 'refund'
              ? 'POST /v1/payments'
              : 'GET /v1/payments/search';
        double.faults.push({ call: name, fault });
      },
      act: (token, what) =>
        what === 'leave' ? double.leave(token) : double.pay(token, statuses[what]).returnUrl,
      heldFor: double.heldFor,
      close: double.close,
    };
  });

  async function withAttempt(
    work: (
      double: MercadoPagoDouble,
      attempt: { id: string; token: string; providerId: null; amount: number },
    ) => Promise<void>,
  ): Promise<void> {
    const double = await openMercadoPagoDouble();
    const attempt = { id: '7K4MQ-X2TBA-ABCDEFGHJKMNPQ', amount: 5900 };
    const { token } = await mercadopago(double.settings).begin({
      ...{ ...attempt, orderId: '7K4MQ-X2TBA', endsAt: Date.now() },
      returnUrl: 'http://localhost:1/return',
      noticeUrl: 'http://localhost:1/notice',
    });
    await work(double, { ...attempt, token, providerId: null }).finally(double.close);
  }

  test('a buyer fails and then succeeds within one attempt', () =>
    withAttempt(async (double, attempt) => {
      const { read } = mercadopago(double.settings);
      double.pay(attempt.token, 'rejected');
      expect((await read(attempt)).word.state).toBe('refused');
      double.pay(attempt.token, 'in_process');
      expect((await read(attempt)).word.state).toBe('pending');
      double.pay(attempt.token);
      expect((await read(attempt)).word.state).toBe('paid');
    }));

  test('tells of a second payment of one attempt', () =>
    withAttempt(async (double, attempt) => {
      const first = double.pay(attempt.token).payment;
      const second = double.pay(attempt.token).payment;
      expect(await mercadopago(double.settings).read(attempt)).toEqual({
        word: { state: 'paid', amount: 5900, refunded: 0 },
        providerId: String(first.id),
        how: { method: 'debit', authorizationCode: '301299', fee: 236 },
        others: [
          {
            ...{ providerId: String(second.id), amount: 5900, refunded: 0, currency: 'CLP' },
            ...{ method: 'debit', authorizationCode: '301299', fee: 236 },
          },
        ],
      });
    }));

  test('tells the amount that it holds, not the one it was asked for', () =>
    withAttempt(async (double, attempt) => {
      const { payment } = double.pay(attempt.token);
      payment.transaction_amount = 7400;
      const { word } = await mercadopago(double.settings).read(attempt);
      expect(word).toEqual({ state: 'paid', amount: 7400, refunded: 0 });
    }));

  test('reads the payment that it knows while the search lags behind', () =>
    withAttempt(async (double, attempt) => {
      const { payment } = double.pay(attempt.token);
      double.lags = true;
      const { read, findPayment } = mercadopago(double.settings);
      expect((await read(attempt)).word.state).toBe('open');
      const named = { ...attempt, providerId: String(payment.id) };
      expect((await read(named)).word.state).toBe('paid');
      expect(await findPayment(String(payment.id))).toMatchObject({
        ...{ reference: attempt.id, taken: { amount: 5900, currency: 'CLP' } },
      });
      payment.status = 'in_process';
      const waiting = { reference: attempt.id, taken: null };
      expect(await findPayment(String(payment.id))).toEqual(waiting);
      expect(await findPayment('999')).toBeNull();
      expect(await findPayment('../checkout')).toBeNull();
    }));

  test('lists all payments between two times, for any purpose and over several pages', () =>
    withAttempt(async (double, attempt) => {
      const { list } = mercadopago(double.settings);
      const own = double.pay(attempt.token).payment;
      double.pay(attempt.token, 'rejected');
      for (let count = 0; count < 60; count += 1) double.payForNothing(100);
      const now = Date.now();
      const listed = (await list(now - 60_000, now + 60_000)) ?? [];
      expect(listed).toHaveLength(61);
      expect(listed[0]).toEqual({
        ...{ providerId: String(own.id), reference: attempt.id, amount: 5900, refunded: 0 },
        ...{ currency: 'CLP', method: 'debit', authorizationCode: '301299', fee: 236 },
        at: Date.parse(own.date_approved ?? ''),
      });
      expect(await list(now + 60_000, now + 120_000)).toEqual([]);
    }));

  test.each(['USD', 'ARS', 'clp', ''])('money in %j is not that of the attempt', (currency) =>
    withAttempt(async (double, attempt) => {
      const { payment } = double.pay(attempt.token);
      payment.currency_id = currency;
      const { read, findPayment, list } = mercadopago(double.settings);
      const others = [expect.objectContaining({ amount: 5900, currency })];
      const told = { word: { state: 'open' }, providerId: null, others };
      expect(await read(attempt)).toMatchObject(told);
      expect(await findPayment(String(payment.id))).toMatchObject({ taken: { currency } });
      expect(await list(0, Date.now() + 60_000)).toMatchObject([{ currency }]);
      // It may be paid in pesos as well.
      double.pay(attempt.token);
      expect((await read(attempt)).word).toEqual({ state: 'paid', amount: 5900, refunded: 0 });
    }),
  );

  test('a part of a peso that is missing is missing', () =>
    withAttempt(async (double, attempt) => {
      double.pay(attempt.token).payment.transaction_amount = 5899.6;
      const { word } = await mercadopago(double.settings).read(attempt);
      expect(word).toMatchObject({ state: 'paid', amount: 5899 });
    }));

  test.each<[string, object]>([
    ['a NUL', { authorization_code: 'a\0b', payment_type_id: '\0' }],
    ['half a letter', { authorization_code: '\ud800', payment_type_id: 'x\udfff' }],
    ['endless texts', { authorization_code: 'a'.repeat(99_999), payment_type_id: 'constructor' }],
    ['other types', { authorization_code: 12, payment_type_id: {}, fee_details: 'x' }],
    ['fees beyond all numbers', { fee_details: [{ amount: 1e300, fee_payer: 'collector' }] }],
    ['more given back than taken', { transaction_amount_refunded: 9_000 }],
  ])('a description with %s is no reason to overlook the money', (_what, odd) =>
    withAttempt(async (double, attempt) => {
      Object.assign(double.pay(attempt.token).payment, odd);
      const { word, how } = await mercadopago(double.settings).read(attempt);
      expect(word).toMatchObject({ state: 'paid', amount: 5900 });
      if (word.state === 'paid') expect(word.refunded).toBeLessThanOrEqual(5900);
      const { authorizationCode = '', method, fee } = how ?? {};
      expect((authorizationCode ?? '').length).toBeLessThanOrEqual(40);
      expect(isStorable(authorizationCode ?? '')).toBe(true);
      expect([null, 'debit']).toContain(method);
      expect([null, 236]).toContain(fee);
    }),
  );

  test("another attempt's payment is ignored", () =>
    withAttempt(async (double, attempt) => {
      const { payment } = double.pay(attempt.token);
      payment.external_reference = 'otro';
      const named = { ...attempt, providerId: String(payment.id) };
      expect((await mercadopago(double.settings).read(named)).word.state).toBe('open');
    }));

  test('a refund with the same key is sent once', () =>
    withAttempt(async (double, attempt) => {
      const { payment } = double.pay(attempt.token);
      const { refund } = mercadopago(double.settings);
      const named = { ...attempt, providerId: String(payment.id) };
      await refund(named, { amount: 900, key: 'a' });
      await refund(named, { amount: 900, key: 'a' });
      expect(payment.transaction_amount_refunded).toBe(900);
    }));

  describe('a notice', () => {
    const { readNotice } = mercadopago(settings);
    const sign = (text: string, secret = SECRET) =>
      createHmac('sha256', secret).update(text).digest('hex');
    const notice = (id: string, signature: string) => ({
      headers: { 'x-signature': signature, 'x-request-id': 'r1' },
      query: { 'data.id': id, type: 'payment' },
      body: { type: 'payment', data: { id } },
    });

    test.each(['ABC9', 'abc9'])('counts with the id as %s in its signature', (signed) => {
      const hash = sign(`id:${signed};request-id:r1;ts:17;`);
      expect(readNotice(notice('ABC9', `ts=17,v1=${hash}`))).toEqual({
        ...{ providerId: 'ABC9', at: 17_000, signature: hash },
      });
    });

    test('leaves out of the signed text what is missing', () => {
      const headers = { 'x-signature': `ts=17,v1=${sign('id:9;ts:17;')}` };
      expect(readNotice({ ...notice('9', ''), headers })).toMatchObject({ providerId: '9' });
    });

    test.each([
      ['1704908010', 1_704_908_010_000],
      ['1742505638683', 1_742_505_638_683],
    ])('of the time %s has it in milliseconds, and one signature in any case', (ts, at) => {
      const hash = sign(`id:9;request-id:r1;ts:${ts};`);
      const read = { providerId: '9', at, signature: hash };
      expect(readNotice(notice('9', `ts=${ts},v1=${hash}`))).toEqual(read);
      expect(readNotice(notice('9', `ts=${ts}, v1=${hash.toUpperCase()}`))).toEqual(read);
    });

    test.each([
      ['none', ''],
      ['one of another secret', `ts=17,v1=${sign('id:9;request-id:r1;ts:17;', 'otro')}`],
      ['one of another payment', `ts=17,v1=${sign('id:8;request-id:r1;ts:17;')}`],
      ['one of another time', `ts=18,v1=${sign('id:9;request-id:r1;ts:17;')}`],
      ['no time', `v1=${sign('id:9;request-id:r1;ts:17;')}`],
      ['no hash', 'ts=17'],
      ['nonsense', '=,=;v1'],
    ])('with %s is forged', (_what, signature) => {
      expect(readNotice(notice('9', signature))).toBe('forged');
    });

    test('about anything but a payment is ignored', () => {
      const hash = sign('id:9;request-id:r1;ts:17;');
      const other = notice('9', `ts=17,v1=${hash}`);
      expect(readNotice({ ...other, query: { 'data.id': '9', type: 'plan' } })).toBeNull();
    });
  });
});
