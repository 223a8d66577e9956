import * as z from 'zod';
import type { PaymentMethod, ProviderWord } from '#domain/payment.ts';
import type { PaymentSettings } from '#server/config/payments.ts';
import { askProvider, MAX_PESOS } from './ask-provider.ts';
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

const created = z.object({ token: z.string().min(1).max(200), url: z.url() });

const transaction = z.object({
  status: z.string(),
  amount: z.number().int().min(0).max(MAX_PESOS),
  buy_order: z.string(),
  response_code: z.number().nullish(),
  balance: z.number().int().min(0).max(MAX_PESOS).nullish(),
  authorization_code: z.string().nullish(),
  payment_type_code: z.string().nullish(),
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

  async function readTransaction({ token }: AttemptRef): Promise<Transaction> {
    try {
      return await askProvider({
        ...{ method: 'GET', url: addressOf(token), headers },
        answer: transaction,
      });
    } catch (error) {
      // After seven days the status is no longer available.
      if (!(error instanceof ProviderRefusal)) throw error;
      throw new ProviderFailure(error.message, { cause: error });
    }
  }

  async function read(attempt: AttemptRef): Promise<Told> {
    return toTold(attempt, await readTransaction(attempt));
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
      return toTold(attempt, confirmed);
    } catch (error) {
      if (!(error instanceof ProviderRefusal)) throw error;
      const after = await read(attempt);
      // Aborted transactions stay initialized forever; they cannot be confirmed.
      return after.word.state === 'open' ? { ...after, word: { state: 'aborted' } } : after;
    }
  }

  return {
    provider: 'webpay',
    formOrigin: url,
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
      if (answer.type === 'REVERSED') return wholeBack(attempt);
      if (answer.type !== 'NULLIFIED' || answer.response_code !== 0) {
        throw new ProviderRefusal(422);
      }
      return read(attempt);
    },
    readReturn,
    readNotice: () => null,
    list: async () => null,
    findAttempt: async () => null,
  };
}

function toTold(attempt: AttemptRef, transaction: Transaction): Told {
  const word = wordOf(attempt, transaction);
  const { payment_type_code, authorization_code } = transaction;
  const how = {
    method: methods[payment_type_code ?? ''] ?? null,
    authorizationCode: authorization_code?.trim().slice(0, 40) || null,
    // The commission is only shown in the owner's portal.
    fee: null,
  };
  return { word, providerId: attempt.token, how: word.state === 'paid' ? how : null, others: [] };
}

/** Webpay's payment type codes; all others are credit in instalments. */
const methods: Readonly<Partial<Record<string, PaymentMethod>>> = {
  ...{ VD: 'debit', VP: 'prepaid', VN: 'credit', VC: 'credit' },
  ...{ SI: 'credit', S2: 'credit', NC: 'credit' },
};

function wholeBack({ token, amount }: AttemptRef): Told {
  const word = { state: 'paid', amount, refunded: amount } as const;
  return { word, providerId: token, how: null, others: [] };
}

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
      return { state: 'paid', amount, refunded: amount - rest.balance };
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
