import { sql } from 'kysely';
import type { BuyerOrder } from '#contract/orders.ts';
import type { Answer, Request } from './client.ts';
import type { DatabaseKind } from './database.ts';
import { NOTHING } from './mercadopago-double.ts';
import { openMercadoPagoShop, openWebpayShop } from './payment-shop.ts';
import type { TestShop } from './shop.ts';

type PaymentCall = 'begin' | 'read' | 'settle' | 'refund';
type PaymentFault = 'lost' | 'broken' | 'garbage' | 'redirect';
type Form = 'pay' | 'fail' | 'leave' | 'expire' | 'review';
type Taken = { providerId: string; amount: number; refunded: number };

/** A shop with its provider, whichever it is, for stories that are made up. */
export type Bank = {
  shop: TestShop;
  ask: (path: string, request?: Request) => Promise<Answer>;
  place: () => Promise<BuyerOrder>;
  /** The owner corrects where it goes to, and its shipping cost with it. @returns the status */
  sendTo: (order: BuyerOrder, place: { region: string; city: string }) => Promise<number>;
  begin: (orderId: string, key: string) => Promise<Answer>;
  follow: (address: string) => Promise<string>;
  advance: (millis: number) => void;
  resetClock: () => void;
  /** Whether it takes money without the shop's confirmation. */
  capturesByItself: boolean;
  /** Does at the provider what a buyer does. @returns the address of the return */
  form: (token: string, what: Form) => string;
  /** Notifies the shop of a payment of the order; does nothing when there is none. */
  notify: (orderId: string, which: number) => Promise<void>;
  /** Decides on a payment under review. */
  decide: (orderId: string, which: number, isPaid: boolean) => void;
  /** Sends something back without the shop. */
  refundThere: (orderId: string, which: number) => void;
  /** Has somebody pay the shop for no order, where that is possible. */
  payForNothing: () => void;
  /** Numbers of the payments that are for no order. */
  strays: () => string[];
  fail: (call: PaymentCall, fault: PaymentFault) => void;
  setAway: (isAway: boolean) => void;
  /** It answers as it should from now on. */
  calm: () => void;
  heldFor: (orderId: string) => number;
  /** Payments of an order for which money was taken. */
  taken: (orderId: string) => Taken[];
  /** Whether it still thinks about a payment of an attempt. */
  isUndecided: (reference: string) => boolean;
  /** It has heard of nothing. */
  forget: () => void;
};

const PART = 300;

const pick = <T>(list: readonly T[], which: number): T | undefined =>
  list[which % Math.max(1, list.length)];

function commonOf(shop: Awaited<ReturnType<typeof openWebpayShop | typeof openMercadoPagoShop>>) {
  let ahead = 0;
  const advance = (millis: number) => {
    ahead += millis;
    shop.advance(millis);
  };
  const { double } = shop;
  return {
    ...{ shop: shop.shop, ask: shop.ask, begin: shop.begin, follow: shop.follow, advance },
    place: () => shop.place(),
    sendTo: async ({ id, deliveryData }: BuyerOrder, place: { region: string; city: string }) => {
      const { pricing: _, notes: __, ...delivery } = deliveryData;
      const json = { ...delivery, ...place, updateShippingCost: true };
      return (await shop.ask(`/orders/${id}/address`, { method: 'PUT', json })).status;
    },
    resetClock: () => advance(-ahead),
    setAway: (isAway: boolean) => {
      double.isAway = isAway;
    },
    calm: () => {
      double.isAway = false;
      double.faults.length = 0;
      double.calls.length = 0;
    },
    heldFor: double.heldFor,
  };
}

/** Stories of one process lose nothing when the machine stops. */
async function waitForNoDisk({ kind, context: { db } }: TestShop): Promise<void> {
  if (kind === 'sqlite') await sql`pragma synchronous = off`.execute(db.queries);
}

export async function webpayBank(kind: DatabaseKind): Promise<Bank> {
  const shop = await openWebpayShop(kind);
  await waitForNoDisk(shop.shop);
  const { double } = shop;
  const path = '/rswebpaytransaction/api/webpay/v1.2/transactions';
  const acts = {
    pay: 'approved',
    fail: 'declined',
    leave: 'aborted',
    expire: 'timed_out',
  } as const;
  const calls = { begin: `POST ${path}`, read: `GET ${path}`, settle: `PUT ${path}` };
  const takenOf = (orderId: string) =>
    [...double.transactions.values()].filter(
      ({ buyOrder, isConfirmed, responseCode }) =>
        buyOrder.startsWith(orderId) && isConfirmed && responseCode === 0,
    );
  return {
    ...commonOf(shop),
    capturesByItself: false,
    form: (token, what) => {
      if (what === 'review') return double.returnWithBoth(token);
      return double.act(token, acts[what]);
    },
    notify: async () => undefined,
    decide: () => undefined,
    refundThere: (orderId, which) => {
      const found = pick(takenOf(orderId), which);
      if (found && found.amount - found.refunded > PART) found.refunded += PART;
    },
    fail: (call, fault) =>
      void double.faults.push({ call: call === 'refund' ? `POST ${path}/` : calls[call], fault }),
    taken: (orderId) =>
      takenOf(orderId).map(({ token, amount, refunded }) => ({
        ...{ providerId: token, amount, refunded },
      })),
    isUndecided: () => false,
    payForNothing: () => undefined,
    strays: () => [],
    forget: () => double.transactions.clear(),
  };
}

export async function mercadoPagoBank(kind: DatabaseKind): Promise<Bank> {
  const shop = await openMercadoPagoShop(kind);
  await waitForNoDisk(shop.shop);
  const { double } = shop;
  const statuses = { pay: 'approved', fail: 'rejected', review: 'in_process' } as const;
  const calls = {
    begin: 'POST /checkout/preferences',
    read: 'GET /v1/payments/search',
    settle: 'GET /v1/payments',
    refund: 'POST /v1/payments',
  };
  const paymentsOf = (orderId: string) =>
    [...double.payments.values()].filter(({ external_reference }) =>
      external_reference.startsWith(orderId),
    );
  const takenOf = (orderId: string) =>
    paymentsOf(orderId).filter(({ status }) => status === 'approved' || status === 'refunded');
  const common = commonOf(shop);
  return {
    ...common,
    capturesByItself: true,
    calm: () => {
      common.calm();
      double.lags = false;
    },
    form: (token, what) => {
      if (what === 'leave') return double.leave(token);
      // What it calls its search, it may not have heard of yet.
      if (what === 'expire') {
        double.lags = !double.lags;
        return double.leave(token);
      }
      return double.pay(token, statuses[what]).returnUrl;
    },
    notify: async (orderId, which) => {
      const payment = pick(paymentsOf(orderId), which);
      if (!payment) return;
      const { url, init } = double.noticeOf(payment);
      await shop.shop.fetch(url.slice(new URL(url).origin.length), init);
    },
    decide: (orderId, which, isPaid) => {
      const open = paymentsOf(orderId).filter(({ status }) => status === 'in_process');
      const payment = pick(open, which);
      if (!payment) return;
      payment.status = isPaid ? 'approved' : 'rejected';
      payment.date_approved = isPaid ? new Date().toISOString() : null;
    },
    payForNothing: () => void double.payForNothing(1500),
    strays: () =>
      [...double.payments.values()]
        .filter(({ external_reference }) => external_reference === NOTHING)
        .map(({ id }) => String(id)),
    forget: () => {
      double.payments.clear();
      double.preferences.clear();
    },
    refundThere: (orderId, which) => {
      const found = pick(takenOf(orderId), which);
      if (!found) return;
      if (found.transaction_amount - found.transaction_amount_refunded > PART) {
        found.transaction_amount_refunded += PART;
      }
    },
    fail: (call, fault) => void double.faults.push({ call: calls[call], fault }),
    taken: (orderId) =>
      takenOf(orderId).map((each) => ({
        ...{ providerId: String(each.id), amount: each.transaction_amount },
        refunded: each.transaction_amount_refunded,
      })),
    isUndecided: (reference) =>
      [...double.payments.values()].some(
        ({ external_reference, status }) =>
          external_reference === reference && status === 'in_process',
      ),
  };
}
