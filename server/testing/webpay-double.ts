import { randomBytes } from 'node:crypto';
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

/** A transaction of the double; `form` is the buyer's action at the form. */
type WebpayTransaction = {
  token: string;
  buyOrder: string;
  sessionId: string;
  amount: number;
  returnUrl: string;
  form: 'waiting' | 'approved' | 'declined' | 'aborted' | 'timed_out';
  /** Whether the shop confirmed it: then it was charged or rejected. */
  isConfirmed: boolean;
  /** Refunded pesos. */
  refunded: number;
  isReversed: boolean;
  responseCode: number | null;
  /** Amounts that its next answers report instead of the right one. */
  wrongAmounts: number[];
  /** Fields of its answers in place of the right ones. */
  described: object;
};

/**
 * A fake Webpay Plus after Transbank's published document: its five calls, its form with four
 * returns, and responses that arrive late, twice or never. Guessed, because the document does not
 * say: the texts of errors, the status of an aborted transaction (it stays INITIALIZED, as users
 * report), and whether a confirmation before the form's end has an effect (here it has none).
 */
export type WebpayDouble = ProviderServer & {
  settings: Extract<PaymentSettings, { provider: 'webpay' }>;
  transactions: Map<string, WebpayTransaction>;
  /** Acts as the buyer at the form. @returns the URL of the return, for a GET */
  act: (token: string, form: Exclude<WebpayTransaction['form'], 'waiting'>) => string;
  /** Returns the URL of the return with both tokens, after an error page. */
  returnWithBoth: (token: string) => string;
  /** Returns the pesos that it holds for an order id of the shop. */
  heldFor: (orderId: string) => number;
};

const API = '/rswebpaytransaction/api/webpay/v1.2/transactions';
const CODE = '597055555532';
const KEY = 'una clave del doble de Webpay';

const createBody = z.object({
  buy_order: z.string().regex(/^[\w|=&%.,~:/?[+!@()>-]{1,26}$/),
  session_id: z.string().min(1).max(61),
  amount: z.number().int().positive(),
  return_url: z.url().max(255),
});
const refundBody = z.object({ amount: z.number().int().positive() });

/** @param open makes it reachable for the shop; by default on a port */
export async function openWebpayDouble(
  open: OpenProvider = openProviderServer,
): Promise<WebpayDouble> {
  const transactions = new Map<string, WebpayTransaction>();
  const server = await open(answer);

  function answer({ name, url, headers, body }: Call): Reply {
    const [method = '', path = ''] = name.split(' ');
    if (!path.startsWith(API)) return showForm(url, body);
    if (headers['tbk-api-key-id'] !== CODE || headers['tbk-api-key-secret'] !== KEY) {
      return refuse(401, 'Not Authorized');
    }
    if (method === 'POST' && path === API) return create(body);
    const [token = '', rest] = path.slice(API.length + 1).split('/');
    const found = transactions.get(token);
    if (!found) return refuse(404, 'Transaction not found');
    if (method === 'GET' && !rest) return { status: 200, json: describe(found) };
    if (method === 'PUT' && !rest) return confirm(found);
    if (method === 'POST' && rest === 'refunds') return refund(found, body);
    return refuse(404, 'Not found');
  }

  function create(body: unknown): Reply {
    const { data } = createBody.safeParse(body);
    if (!data) return refuse(422, 'Invalid value for parameter');
    const isKnown = [...transactions.values()].some(({ buyOrder }) => buyOrder === data.buy_order);
    if (isKnown) return refuse(422, 'buy_order already used');
    const token = randomBytes(32).toString('hex');
    transactions.set(token, {
      ...{ token, buyOrder: data.buy_order, sessionId: data.session_id, amount: data.amount },
      ...{ returnUrl: data.return_url, form: 'waiting', isConfirmed: false, refunded: 0 },
      ...{ isReversed: false, responseCode: null, wrongAmounts: [], described: {} },
    });
    return { status: 200, json: { token, url: `${server.url}/webpayserver/initTransaction` } };
  }

  function confirm(found: WebpayTransaction): Reply {
    if (found.isConfirmed) return refuse(422, 'Transaction already locked by another process');
    if (found.form === 'waiting') {
      return refuse(422, "Invalid status '0' for transaction while authorizing");
    }
    if (found.form === 'aborted' || found.form === 'timed_out') {
      return refuse(422, 'Transaction has an invalid finished state: aborted');
    }
    found.isConfirmed = true;
    found.responseCode = found.form === 'approved' ? 0 : -1;
    return { status: 200, json: describe(found) };
  }

  function refund(found: WebpayTransaction, body: unknown): Reply {
    const { data } = refundBody.safeParse(body);
    const left = heldOf(found);
    if (!data || data.amount > left) return refuse(422, 'Invalid amount');
    found.refunded += data.amount;
    if (data.amount === found.amount) {
      found.isReversed = true;
      return { status: 200, json: { type: 'REVERSED' } };
    }
    return {
      status: 200,
      json: {
        ...{ type: 'NULLIFIED', authorization_code: '123456', response_code: 0 },
        ...{ nullified_amount: data.amount, balance: left - data.amount },
      },
    };
  }

  function act(token: string, form: Exclude<WebpayTransaction['form'], 'waiting'>): string {
    const found = transactions.get(token);
    if (!found) throw new Error('no such transaction');
    if (found.form === 'waiting') found.form = form;
    const ids = { TBK_ID_SESION: found.sessionId, TBK_ORDEN_COMPRA: found.buyOrder };
    if (form === 'aborted') return withQuery(found.returnUrl, { TBK_TOKEN: token, ...ids });
    if (form === 'timed_out') return withQuery(found.returnUrl, ids);
    return withQuery(found.returnUrl, { token_ws: token });
  }

  function showForm(url: URL, body: unknown): Reply {
    const sent = z.record(z.string(), z.string()).safeParse(body).data ?? {};
    const token = sent.token_ws ?? url.searchParams.get('token_ws') ?? '';
    const found = transactions.get(token);
    if (!found) return refuse(404, 'Token not found');
    const done = url.searchParams.get('do');
    if (done === 'approved' || done === 'declined' || done === 'timed_out') {
      return { status: 302, location: act(token, done) };
    }
    const does = (what: string) => `${server.url}/webpayserver/${what}`;
    const press = (label: string, what: string) => ({
      ...{ label, action: `${does('press')}?do=${what}`, fields: { token_ws: token } },
    });
    // As in the integration environment: an aborted payment returns by POST.
    const aborted = {
      ...{ TBK_TOKEN: token, TBK_ID_SESION: found.sessionId },
      TBK_ORDEN_COMPRA: found.buyOrder,
    };
    return {
      status: 200,
      html: buttonsPage('Webpay de prueba', [
        press('Pagar', 'approved'),
        press('Rechazar', 'declined'),
        press('Dejar vencer', 'timed_out'),
        { label: 'Anular', action: found.returnUrl, fields: aborted },
      ]),
    };
  }

  return Object.assign(server, {
    settings: { provider: 'webpay', commerceCode: CODE, apiKey: KEY, url: server.url } as const,
    transactions,
    act,
    returnWithBoth: (token: string) => `${act(token, 'aborted')}&token_ws=${token}`,
    heldFor: (orderId: string) =>
      [...transactions.values()]
        .filter(({ buyOrder }) => buyOrder.startsWith(orderId))
        .reduce((sum, each) => sum + heldOf(each), 0),
  });
}

function heldOf({ isConfirmed, responseCode, amount, refunded }: WebpayTransaction): number {
  return isConfirmed && responseCode === 0 ? amount - refunded : 0;
}

function describe(found: WebpayTransaction) {
  return {
    vci: 'TSY',
    amount: found.wrongAmounts.shift() ?? found.amount,
    status: statusOf(found),
    buy_order: found.buyOrder,
    session_id: found.sessionId,
    card_detail: { card_number: '6623' },
    accounting_date: '1124',
    transaction_date: new Date().toISOString(),
    ...(found.isConfirmed
      ? { authorization_code: '1213', payment_type_code: 'VN', response_code: found.responseCode }
      : {}),
    ...(found.refunded > 0 && !found.isReversed ? { balance: found.amount - found.refunded } : {}),
    installments_number: 0,
    ...found.described,
  };
}

function statusOf({ isConfirmed, responseCode, isReversed, ...rest }: WebpayTransaction): string {
  if (!isConfirmed) return 'INITIALIZED';
  if (responseCode !== 0) return 'FAILED';
  if (isReversed) return 'REVERSED';
  if (rest.refunded === 0) return 'AUTHORIZED';
  return rest.refunded === rest.amount ? 'NULLIFIED' : 'PARTIALLY_NULLIFIED';
}

function refuse(status: number, error_message: string): Reply {
  return { status, json: { error_message } };
}
