import { createHmac, randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { PaymentSettings } from '#server/config/payments.ts';
import {
  buttonsPage,
  type Call,
  type OpenProvider,
  openProviderServer,
  type ProviderServer,
  type Reply,
  withQuery,
} from './provider-server.ts';

type Preference = { id: string; body: z.output<typeof preferenceBody> };

/** `at`: when it is signed, in milliseconds since 1970; by default now. */
type NoticeOptions = { secret?: string; idAsSigned?: string; at?: number };

type MercadoPagoPayment = {
  id: number;
  status: string;
  date_approved: string | null;
  external_reference: string;
  transaction_amount: number;
  transaction_amount_refunded: number;
  currency_id: string;
  payment_type_id: string;
  authorization_code: string;
  fee_details: { type: string; amount: number; fee_payer: string }[];
};

/**
 * A fake Mercado Pago after its published documents and SDK: preferences, payments and their
 * search, refunds, signed notices. Guessed, because not documented: how far its search lags behind
 * (`lags`), and whether it sends a notice for every change (here only when the test sends it).
 */
export type MercadoPagoDouble = ProviderServer & {
  settings: Extract<PaymentSettings, { provider: 'mercadopago' }>;
  preferences: Map<string, Preference>;
  payments: Map<string, MercadoPagoPayment>;
  /** True: its search finds nothing yet. */
  lags: boolean;
  /** The clock by which it signs notices. */
  clock: () => number;
  /**
   * Pays a preference, or tries to, like a buyer.
   * @returns the URL of the return, and the payment
   */
  pay: (
    preferenceId: string,
    status?: string,
  ) => { returnUrl: string; payment: MercadoPagoPayment };
  /** Makes a payment without a preference, for example by a QR code on the counter. */
  payForNothing: (amount: number) => MercadoPagoPayment;
  /** Returns the URL of the return of a buyer who goes back without paying. */
  leave: (preferenceId: string) => string;
  /** Returns the signed notice of a payment, as arguments of `fetch`. */
  noticeOf: (
    payment: MercadoPagoPayment,
    options?: NoticeOptions,
  ) => { url: string; init: RequestInit };
  /** Returns the pesos that it holds for an order id of the shop. */
  heldFor: (orderId: string) => number;
};

/** The reference of a payment that belongs to no order. */
export const NOTHING = 'venta en la feria';
const TOKEN = 'TEST-una clave del doble de Mercado Pago';
const SECRET = 'un secreto de los avisos del doble';

const preferenceBody = z.object({
  items: z
    .array(z.object({ unit_price: z.number().positive(), quantity: z.number().int().positive() }))
    .min(1),
  external_reference: z.string().min(1).max(256),
  back_urls: z.object({ success: z.url(), failure: z.url(), pending: z.url() }),
  notification_url: z.url().optional(),
});
const refundBody = z.object({ amount: z.number().positive().optional() });

/** @param open makes it reachable for the shop; by default on a port */
export async function openMercadoPagoDouble(
  open: OpenProvider = openProviderServer,
): Promise<MercadoPagoDouble> {
  const preferences = new Map<string, Preference>();
  const payments = new Map<string, MercadoPagoPayment>();
  /** Responses by idempotency key: a repeated call has no effect. */
  const known = new Map<string, Reply>();
  let nextId = 1_300_000_001;
  const server = await open(answer);

  function answer({ name, url, headers, body }: Call): Reply {
    const [method = '', path = ''] = name.split(' ');
    if (path.startsWith('/checkout/v1/')) return showPage(url);
    if (headers.authorization !== `Bearer ${TOKEN}`) return { status: 401, json: {} };
    const key = headers['x-idempotency-key'];
    const again = typeof key === 'string' ? known.get(`${name} ${key}`) : undefined;
    if (again) return again;
    const reply = act(`${method} ${path}`, url, body);
    if (typeof key === 'string') known.set(`${name} ${key}`, reply);
    return reply;
  }

  function act(name: string, url: URL, body: unknown): Reply {
    if (name === 'POST /checkout/preferences') return createPreference(body);
    if (name === 'GET /v1/payments/search') {
      return search(url.searchParams);
    }
    const [, id = '', rest] = /^\w+ \/v1\/payments\/(\d+)(\/refunds)?$/.exec(name) ?? [];
    const found = payments.get(id);
    if (!found) return { status: 404, json: { message: 'Payment not found' } };
    return rest ? refund(found, body) : { status: 200, json: found };
  }

  /** Returns a page of the payments with a reference, or approved between two times. */
  function search(query: URLSearchParams): Reply {
    const isDay = query.get('range') === 'date_approved';
    const times = ['begin_date', 'end_date'].map((name) => Date.parse(query.get(name) ?? ''));
    const [from = NaN, to = NaN] = times;
    if (isDay && times.some(Number.isNaN))
      return { status: 400, json: { message: 'Params Error' } };
    const found = [...payments.values()].filter(({ external_reference, date_approved }) => {
      if (!isDay) return external_reference === query.get('external_reference');
      const at = Date.parse(date_approved ?? '');
      return at >= from && at <= to;
    });
    const [offset, limit] = [Number(query.get('offset') ?? 0), Number(query.get('limit') ?? 30)];
    const results = rig.lags ? [] : found.slice(offset, offset + limit);
    return { status: 200, json: { results, paging: { total: found.length, limit, offset } } };
  }

  function createPreference(body: unknown): Reply {
    const { data } = preferenceBody.safeParse(body);
    if (!data) return { status: 400, json: { message: 'invalid preference' } };
    const id = `1234-${randomUUID()}`;
    preferences.set(id, { id, body: data });
    const init_point = `${server.url}/checkout/v1/redirect?pref_id=${id}`;
    return { status: 201, json: { id, init_point } };
  }

  function refund(found: MercadoPagoPayment, body: unknown): Reply {
    const left = found.transaction_amount - found.transaction_amount_refunded;
    const amount = refundBody.parse(body).amount ?? left;
    if (found.status !== 'approved' || amount > left) return { status: 400, json: {} };
    found.transaction_amount_refunded += amount;
    if (amount === left) found.status = 'refunded';
    return {
      status: 201,
      json: { id: nextId++, payment_id: found.id, amount, status: 'approved' },
    };
  }

  function preferenceOf(id: string): Preference['body'] {
    const found = preferences.get(id);
    if (!found) throw new Error('no such preference');
    return found.body;
  }

  function pay(preferenceId: string, status = 'approved') {
    const { items, back_urls, external_reference } = preferenceOf(preferenceId);
    const amount = items.reduce((sum, each) => sum + each.unit_price * each.quantity, 0);
    const payment = take(external_reference, amount, status);
    const said = {
      ...{ collection_id: String(payment.id), collection_status: status },
      ...{ payment_id: String(payment.id), status, external_reference },
      preference_id: preferenceId,
    };
    return { payment, returnUrl: withQuery(back_urls.success, said) };
  }

  function take(external_reference: string, amount: number, status: string) {
    const fee = {
      type: 'mercadopago_fee',
      amount: Math.round(amount / 25),
      fee_payer: 'collector',
    };
    const isTaken = status === 'approved';
    const payment = {
      ...{ id: nextId++, status, external_reference, transaction_amount: amount },
      ...{ transaction_amount_refunded: 0, currency_id: 'CLP', payment_type_id: 'debit_card' },
      ...{ authorization_code: '301299', fee_details: isTaken ? [fee] : [] },
      date_approved: isTaken ? new Date().toISOString() : null,
    };
    payments.set(String(payment.id), payment);
    return payment;
  }

  function leave(preferenceId: string): string {
    const { back_urls, external_reference } = preferenceOf(preferenceId);
    return withQuery(back_urls.failure, {
      ...{ collection_id: 'null', collection_status: 'null', payment_id: 'null', status: 'null' },
      ...{ external_reference, preference_id: preferenceId },
    });
  }

  function showPage(url: URL): Reply {
    const id = url.searchParams.get('pref_id') ?? '';
    const done = url.searchParams.get('do');
    if (done === 'leave') return { status: 302, location: leave(id) };
    if (done === 'paid and closed') {
      const { init, url: notice } = noticeOf(pay(id).payment);
      void fetch(notice, init);
      return { status: 200, html: buttonsPage('Pago listo', []) };
    }
    if (done) return { status: 302, location: pay(id, done).returnUrl };
    const press = (label: string, what: string) => ({
      ...{ label, action: `${server.url}/checkout/v1/press?pref_id=${id}&do=${what}`, fields: {} },
    });
    return {
      status: 200,
      html: buttonsPage('Mercado Pago de prueba', [
        press('Pagar', 'approved'),
        press('Rechazar', 'rejected'),
        press('Dejar pendiente', 'in_process'),
        press('Volver al sitio', 'leave'),
        press('Pagar y cerrar', 'paid and closed'),
      ]),
    };
  }

  function noticeOf(
    payment: MercadoPagoPayment,
    { secret = SECRET, idAsSigned = String(payment.id), at }: NoticeOptions = {},
  ) {
    const all = [...preferences.values()];
    const own = all.find(({ body }) => body.external_reference === payment.external_reference);
    // Payments of no preference are told to the address of the whole account.
    const preference = own ?? all[0];
    const id = String(payment.id);
    const [requestId, ts] = [randomUUID(), String(at ?? rig.clock())];
    const signed = `id:${idAsSigned};request-id:${requestId};ts:${ts};`;
    const hash = createHmac('sha256', secret).update(signed).digest('hex');
    const address = preference?.body.notification_url ?? '';
    return {
      url: withQuery(address, { 'data.id': id, type: 'payment' }),
      init: {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-request-id': requestId,
          'x-signature': `ts=${ts},v1=${hash}`,
        },
        body: JSON.stringify({ type: 'payment', action: 'payment.updated', data: { id } }),
      },
    };
  }

  const { url } = server;
  const settings = {
    provider: 'mercadopago',
    accessToken: TOKEN,
    webhookSecret: SECRET,
    url,
  } as const;
  const rig: MercadoPagoDouble = Object.assign(server, {
    ...{ settings, preferences, payments, lags: false, pay, leave, noticeOf },
    clock: Date.now,
    payForNothing: (amount: number) => take(NOTHING, amount, 'approved'),
    heldFor: (orderId: string) =>
      [...payments.values()]
        .filter(({ external_reference }) => external_reference.startsWith(orderId))
        .filter(({ status }) => status === 'approved' || status === 'in_mediation')
        .reduce((sum, p) => sum + p.transaction_amount - p.transaction_amount_refunded, 0),
  });
  return rig;
}
