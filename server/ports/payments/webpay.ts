import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import type { PaymentMethod, ProviderWord } from '#domain/payments/attempt.ts';
import type { PaymentSettings } from '#server/config/payments.ts';
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
  type Payments,
  ProviderFailure,
  ProviderRefusal,
  type Return,
  type Told,
} from './payments.ts';

type Settings = Extract<PaymentSettings, { provider: 'webpay' }>;

const MINUTE_MS = 60_000;
/** An unused token is valid for five minutes. */
const PAYABLE_MS = 4 * MINUTE_MS;
/** The payment form expires after ten minutes at the latest. */
const LIFE_MS = 15 * MINUTE_MS;

/** How often a confirmed transaction is read until it is reported twice alike. */
const MAX_READINGS = 2;

const created = z.object({ token: providerId, url: providerUrl });

const transaction = z.object({
  status: z.string(),
  amount: z.number().int().min(0).max(MAX_PESOS),
  buy_order: z.string(),
  response_code: z.number().nullish(),
  balance: z.number().int().min(0).max(MAX_PESOS).nullish(),
  authorization_code: description,
  payment_type_code: description,
});
type Transaction = z.output<typeof transaction>;

const refundAnswer = z.object({
  type: z.string(),
  balance: z.number().nullish(),
  response_code: z.number().nullish(),
});

/**
 * Returns Transbank's Webpay Plus by its REST API 1.2. A card is charged when the shop confirms the
 * transaction; an unconfirmed one costs the buyer nothing. It sends no notices.
 */
export function webpay({ commerceCode, apiKey, url }: Settings): Payments {
  const api = `${url}/rswebpaytransaction/api/webpay/v1.2/transactions`;
  const headers = { 'Tbk-Api-Key-Id': commerceCode, 'Tbk-Api-Key-Secret': apiKey };
  const addressOf = (token: string) => `${api}/${encodeURIComponent(token)}`;

  async function read(attempt: AttemptRef): Promise<Told> {
    const call = { method: 'GET', url: addressOf(attempt.token), headers } as const;
    // After seven days the status is no longer available.
    const told = await askProvider({ ...call, answer: transaction }).catch(failForRefusal);
    return toTold(attempt, told);
  }

  async function settle(attempt: AttemptRef): Promise<Told> {
    // Another tab or a job may have confirmed it: read first, because a second time is an error.
    const before = await read(attempt);
    if (before.word.state !== 'open') return before;
    try {
      const confirmed = await askProvider({
        ...{ method: 'PUT', url: addressOf(attempt.token), headers },
        answer: transaction,
      });
      return await readAgain(attempt, toTold(attempt, confirmed));
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const after = await read(attempt);
      // Aborted transactions stay initialized forever; they cannot be confirmed.
      return after.word.state === 'open' ? { ...after, word: { state: 'aborted' } } : after;
    }
  }

  /**
   * Reads a confirmed transaction until two reports in a row agree: the confirmation alone may be
   * wrong.
   * @throws ProviderFailure when they still differ
   */
  async function readAgain(attempt: AttemptRef, confirmed: Told): Promise<Told> {
    let last = confirmed;
    for (let readings = 0; readings < MAX_READINGS; readings += 1) {
      const next = await read(attempt);
      if (isDeepStrictEqual(next.word, last.word)) return next;
      last = next;
    }
    throw new ProviderFailure('its confirmation and its later answers differ');
  }

  return {
    provider: 'webpay',
    payableMs: PAYABLE_MS,
    lifeMs: LIFE_MS,
    retriesWithinAttempt: false,
    begin: async ({ id, amount, returnUrl }) => {
      const body = { buy_order: id, session_id: `s-${id}`, amount, return_url: returnUrl };
      const answer = await askProvider({
        ...{ method: 'POST', url: api, headers, body },
        answer: created,
      });
      if (new URL(answer.url).origin !== url) {
        throw new ProviderFailure('it sends the buyer to another site');
      }
      return { token: answer.token, redirectUrl: answer.url };
    },
    fieldsOf: (token) => ({ token_ws: token }),
    settle,
    read,
    refund: async (attempt, { amount }) => {
      const answer = await askProvider({
        ...{ method: 'POST', url: `${addressOf(attempt.token)}/refunds`, headers },
        ...{ body: { amount }, answer: refundAnswer },
      });
      const isNullified = answer.type === 'NULLIFIED' && answer.response_code === 0;
      if (answer.type !== 'REVERSED' && !isNullified) throw new ProviderRefusal(422);
      return read(attempt);
    },
    readReturn,
    readNotice: () => null,
    list: async () => null,
    findPayment: async () => null,
  };
}

function toTold(attempt: AttemptRef, transaction: Transaction): Told {
  const word = wordOf(attempt, transaction);
  const { payment_type_code, authorization_code } = transaction;
  const how = {
    method: methods.get(payment_type_code ?? '') ?? null,
    authorizationCode: authorization_code ?? null,
    // The commission is only shown in the owner's portal.
    fee: null,
  };
  return { word, providerId: attempt.token, how: word.state === 'paid' ? how : null, others: [] };
}

/** Webpay's payment type codes; all others are credit in instalments. */
const methods: ReadonlyMap<string, PaymentMethod> = new Map([
  ['VD', 'debit'],
  ['VP', 'prepaid'],
  ...['VN', 'VC', 'SI', 'S2', 'NC'].map((code) => [code, 'credit'] as const),
]);

/** @throws ProviderFailure for another order's transaction, and for an unknown status */
function wordOf(attempt: AttemptRef, { status, amount, ...rest }: Transaction): ProviderWord {
  if (rest.buy_order !== attempt.id) throw new ProviderFailure('it answered for another order');
  switch (status) {
    case 'INITIALIZED':
      return { state: 'open' };
    case 'FAILED':
      return { state: 'refused' };
    case 'AUTHORIZED':
    case 'CAPTURED':
      if (rest.response_code !== 0) return { state: 'refused' };
      return { state: 'paid', amount, refunded: 0 };
    case 'PARTIALLY_NULLIFIED':
      if (rest.balance === null || rest.balance === undefined) break;
      return { state: 'paid', amount, refunded: Math.max(0, amount - rest.balance) };
    case 'REVERSED':
    case 'NULLIFIED':
      return { state: 'paid', amount, refunded: amount };
    default:
  }
  throw new ProviderFailure('its status is not known');
}

/**
 * Only the normal one of the four returns has just `token_ws`; both tokens: after an error page.
 */
function readReturn(params: Readonly<Record<string, string>>): Return | null {
  const { token_ws: token, TBK_TOKEN: aborted, TBK_ORDEN_COMPRA: id } = params;
  if (aborted) return { kind: 'aborted', by: { token: aborted }, providerId: null };
  if (token) return { kind: 'returned', by: { token }, providerId: null };
  return id ? { kind: 'expired', by: { id }, providerId: null } : null;
}
