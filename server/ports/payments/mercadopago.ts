import { createHmac } from 'node:crypto';
import * as z from 'zod';
import { cleanText } from '#contract/base/fields.ts';
import type { PaymentMethod } from '#domain/payments/attempt.ts';
import { MERCADOPAGO_URL, type PaymentSettings } from '#server/config/payments.ts';
import { isSame } from '#server/lib/secrets.ts';
import {
  askProvider,
  description,
  failForRefusal,
  MAX_PESOS,
  providerId,
  providerUrl,
} from './ask-provider.ts';
import {
  type AttemptRef,
  CURRENCY,
  type HowPaid,
  type ListedPayment,
  type Notice,
  type Payments,
  ProviderFailure,
  ProviderRefusal,
  type Return,
  type TakenPayment,
  type Told,
} from './payments.ts';

type Settings = Extract<PaymentSettings, { provider: 'mercadopago' }>;

const MINUTE_MS = 60_000;
const LIFE_MS = 60 * MINUTE_MS;
const PAYABLE_MS = 50 * MINUTE_MS;
/** 1973 in milliseconds: a smaller time is in seconds, which reach it in the year 5138. */
const MILLIS_SINCE = 1e11;
/** Payments per page of its search. */
const PAGE = 50;
/** More payments than a shop with one press has in a day. */
const MAX_LISTED = 500;

/** Its payment pages, in Chile and for tests. */
const PAYMENT_PAGE = /^https:\/\/(?:www|sandbox)\.mercadopago\.(?:cl|com|com\.[a-z]{2})$/;

const preference = z.object({ id: providerId, init_point: providerUrl });

/** Rounded down: a part of a peso that is missing is missing. */
const amount = z.number().min(0).max(MAX_PESOS).transform(Math.floor);

const fees = z.array(
  z.object({ amount: z.number().min(0).max(MAX_PESOS), fee_payer: description }),
);

const payment = z.object({
  id: z.union([z.number(), z.string()]).transform(String).pipe(providerId),
  status: z.string(),
  date_approved: z.string().nullish(),
  external_reference: providerId.nullish().catch(null),
  transaction_amount: amount,
  transaction_amount_refunded: amount.nullish(),
  currency_id: z.string().max(20).transform(cleanText).nullish(),
  payment_type_id: description,
  authorization_code: description,
  fee_details: fees.nullish().catch(null),
});
type Payment = z.output<typeof payment>;

const found = z.object({ results: z.array(payment) });
const refunded = z.object({ status: z.string().nullish() });

/**
 * Returns Mercado Pago's Checkout Pro. It charges without a confirmation by the shop, even after
 * the shop no longer waits; a buyer may fail and then succeed within one preference, or pay it
 * twice.
 */
export function mercadopago({ accessToken, webhookSecret, url }: Settings): Payments {
  const headers = { authorization: `Bearer ${accessToken}` };
  const paymentUrl = (id: string) => `${url}/v1/payments/${encodeURIComponent(id)}`;

  async function readPayment(id: string): Promise<Payment | null> {
    if (!/^\d{1,30}$/.test(id)) return null;
    const call = { method: 'GET', url: paymentUrl(id), headers } as const;
    return askProvider({ ...call, answer: payment }).catch((error: unknown) => {
      if (error instanceof ProviderRefusal && error.status === 404) return null;
      return failForRefusal(error);
    });
  }

  async function search(by: Record<string, string>): Promise<Payment[]> {
    const page = { criteria: 'asc', limit: String(PAGE) };
    const query = new URLSearchParams({ sort: 'date_created', ...page, ...by });
    const call = { method: 'GET', url: `${url}/v1/payments/search?${query}`, headers } as const;
    const { results } = await askProvider({ ...call, answer: found }).catch(failForRefusal);
    return results;
  }

  async function list(from: number, until: number): Promise<ListedPayment[]> {
    const [begin_date = '', end_date = ''] = [from, until - 1].map((at) =>
      new Date(at).toISOString(),
    );
    const day = { sort: 'date_approved', range: 'date_approved', begin_date, end_date };
    const all: Payment[] = [];
    for (let offset = 0; offset < MAX_LISTED; offset += PAGE) {
      const page = await search({ ...day, offset: String(offset) });
      all.push(...page);
      if (page.length < PAGE) break;
    }
    return all.filter(({ status }) => TAKEN.has(status)).map(toListed);
  }

  /** The search lags behind, so the payment that a notice or return names is read separately. */
  async function read(attempt: AttemptRef): Promise<Told> {
    const [listed, named] = await Promise.all([
      search({ external_reference: attempt.id }),
      attempt.providerId === null ? null : readPayment(attempt.providerId),
    ]);
    const byId = new Map(listed.map((each) => [each.id, each]));
    if (named) byId.set(named.id, named);
    const own = [...byId.values()].filter((each) => each.external_reference === attempt.id);
    return toTold(attempt, own);
  }

  return {
    provider: 'mercadopago',
    payableMs: PAYABLE_MS,
    lifeMs: LIFE_MS,
    retriesWithinAttempt: true,
    begin: async ({ id, orderId, amount, returnUrl, noticeUrl, endsAt }) => {
      // Mercado Pago's own server rejects URLs that it cannot reach.
      const isReachable = url !== MERCADOPAGO_URL || returnUrl.startsWith('https://');
      const answer = await askProvider({
        ...{ method: 'POST', url: `${url}/checkout/preferences` },
        headers: { ...headers, 'X-Idempotency-Key': id },
        body: {
          items: [
            {
              ...{ id: orderId, title: `Pedido ${orderId}`, quantity: 1 },
              ...{ unit_price: amount, currency_id: CURRENCY },
            },
          ],
          external_reference: id,
          back_urls: { success: returnUrl, failure: returnUrl, pending: returnUrl },
          ...(isReachable ? { auto_return: 'approved', notification_url: noticeUrl } : {}),
          // Vouchers are paid only days later.
          payment_methods: { excluded_payment_types: [{ id: 'ticket' }, { id: 'atm' }] },
          expires: true,
          expiration_date_to: new Date(endsAt).toISOString(),
        },
        answer: preference,
      });
      const { origin } = new URL(answer.init_point);
      if (origin !== url && !PAYMENT_PAGE.test(origin)) {
        throw new ProviderFailure('it sends the buyer to another site');
      }
      return { token: answer.id, redirectUrl: answer.init_point };
    },
    fieldsOf: () => ({}),
    settle: read,
    read,
    refund: async (attempt, { amount, key }) => {
      if (attempt.providerId === null) throw new ProviderRefusal(404);
      await askProvider({
        ...{ method: 'POST', url: `${paymentUrl(attempt.providerId)}/refunds` },
        headers: { ...headers, 'X-Idempotency-Key': key },
        ...{ body: { amount }, answer: refunded },
      });
      return read(attempt);
    },
    readReturn,
    list,
    readNotice: (notice) => readNotice(notice, webhookSecret),
    findPayment: async (id) => {
      const found = await readPayment(id);
      if (!found) return null;
      const taken = TAKEN.has(found.status) ? toTaken(found) : null;
      return { reference: found.external_reference ?? null, taken };
    },
  };
}

/** Statuses of a payment that was charged, even if refunded or disputed since. */
const TAKEN = new Set(['approved', 'in_mediation', 'refunded', 'charged_back']);
const PENDING = new Set(['pending', 'in_process', 'authorized']);
const GONE = new Set(['refunded', 'charged_back']);

function refundedOf({ status, transaction_amount, transaction_amount_refunded }: Payment): number {
  if (GONE.has(status)) return transaction_amount;
  return Math.min(transaction_amount, transaction_amount_refunded ?? 0);
}

const methods: ReadonlyMap<string, PaymentMethod> = new Map([
  ['credit_card', 'credit'],
  ['debit_card', 'debit'],
  ['prepaid_card', 'prepaid'],
  ['account_money', 'balance'],
  ['bank_transfer', 'transfer'],
]);

/** The fees that the shop pays, in whole pesos; unknown before the payment is settled. */
function howOf({ payment_type_id, authorization_code, fee_details }: Payment): HowPaid {
  const fees = (fee_details ?? []).filter(({ fee_payer }) => fee_payer !== 'payer');
  return {
    method: methods.get(payment_type_id ?? '') ?? null,
    authorizationCode: authorization_code ?? null,
    fee: fees.length === 0 ? null : Math.round(fees.reduce((sum, each) => sum + each.amount, 0)),
  };
}

function toTaken(payment: Payment): TakenPayment {
  const { id, transaction_amount, currency_id } = payment;
  return {
    ...{ providerId: id, amount: transaction_amount, refunded: refundedOf(payment) },
    ...{ currency: currency_id ?? CURRENCY, ...howOf(payment) },
  };
}

const isInPesos = ({ currency_id }: Payment) => (currency_id ?? CURRENCY) === CURRENCY;

function toListed(payment: Payment): ListedPayment {
  const at = Date.parse(payment.date_approved ?? '');
  if (Number.isNaN(at)) throw new ProviderFailure('its answer is not as its document says');
  return { ...toTaken(payment), reference: payment.external_reference ?? null, at };
}

/** @param payments the attempt's payments, oldest first */
function toTold({ providerId: known }: AttemptRef, all: readonly Payment[]): Told {
  const taken = all.filter(({ status }) => TAKEN.has(status));
  // Only pesos can pay an order: other currencies are further payments, for the owner to see.
  const payments = all.filter(isInPesos);
  const inPesos = taken.filter(isInPesos);
  const paid = inPesos.find(({ id }) => id === known) ?? inPesos[0];
  if (paid) {
    return {
      word: { state: 'paid', amount: paid.transaction_amount, refunded: refundedOf(paid) },
      providerId: paid.id,
      how: howOf(paid),
      others: taken.filter((each) => each !== paid).map(toTaken),
    };
  }
  const pending = payments.find(({ status }) => PENDING.has(status));
  const none = { how: null, others: taken.map(toTaken) };
  if (pending) return { word: { state: 'pending' }, providerId: pending.id, ...none };
  const last = payments.at(-1);
  if (last) return { word: { state: 'refused' }, providerId: last.id, ...none };
  return { word: { state: 'open' }, providerId: null, ...none };
}

/** Its pages send missing values as the text `null`. */
function readReturn(params: Readonly<Record<string, string>>): Return | null {
  const known = (name: string) => (params[name] === 'null' ? undefined : params[name]) || undefined;
  const id = known('external_reference');
  const token = known('preference_id');
  const by = id ? { id } : token ? { token } : null;
  if (!by) return null;
  const providerId = known('payment_id') ?? known('collection_id') ?? null;
  return { kind: providerId === null ? 'aborted' : 'returned', by, providerId };
}

const noticeBody = z.object({
  type: z.string().optional(),
  action: z.string().optional(),
  data: z.object({ id: z.union([z.string(), z.number()]).transform(String) }).optional(),
});

/**
 * The signature is an HMAC-SHA256 over `id:…;request-id:…;ts:…;`, without missing parts. The guide
 * writes the id in lower case and the SDK does not: both are accepted.
 */
function readNotice(
  { headers, query, body }: Notice,
  secret: string,
): ReturnType<Payments['readNotice']> {
  const { data: read } = noticeBody.safeParse(body);
  const named = textOf(query['data.id']) ?? read?.data?.id;
  const signature = textOf(headers['x-signature']) ?? '';
  const parts = new Map(
    signature.split(',').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim().toLowerCase(), value.join('=').trim()];
    }),
  );
  const [ts, hash] = [parts.get('ts'), parts.get('v1')];
  if (!ts || !/^\d{1,20}$/.test(ts) || !hash) return 'forged';
  const requestId = textOf(headers['x-request-id']);
  const ids = named === undefined ? [undefined] : [named, named.toLowerCase()];
  const isSigned = ids.some((id) => {
    const signed = `${id ? `id:${id};` : ''}${requestId ? `request-id:${requestId};` : ''}ts:${ts};`;
    return isSame(createHmac('sha256', secret).update(signed).digest('hex'), hash.toLowerCase());
  });
  if (!isSigned) return 'forged';
  const type = textOf(query.type) ?? textOf(query.topic) ?? read?.type ?? read?.action ?? 'payment';
  if (named === undefined || !type.startsWith('payment')) return null;
  // Its documents show times in seconds and in milliseconds.
  const at = Number(ts) < MILLIS_SINCE ? Number(ts) * 1000 : Number(ts);
  return { providerId: named, at, signature: hash.toLowerCase() };
}

function textOf(value: unknown): string | undefined {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === 'string' && first.trim() !== '' ? first.trim() : undefined;
}
