import { sql } from 'kysely';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { Answer, Request } from './client.ts';
import type { DatabaseKind } from './database.ts';
import { NOTHING } from './mercadopago-double.ts';
import { openMercadoPagoShop, openWebpayShop } from './payment-shop.ts';
import type { TestShop } from './shop.ts';

type PaymentCall = 'begin' | 'read' | 'settle' | 'refund';
type PaymentFault = 'lost' | 'broken' | 'garbage' | 'redirect';
type Form = 'pay' | 'fail' | 'leave' | 'expire' | 'review';
type Taken = { providerId: string; amount: number; refunded: number };

/** A shop with a payment provider, behind one interface for all providers, for random stories. */
export type Bank = {
  shop: TestShop;
  ask: (path: string, request?: Request) => Promise<Answer>;
  place: () => Promise<BuyerOrder>;
  /** The owner corrects the address, and with it the shipping cost. @returns the status */
  sendTo: (order: BuyerOrder, place: { region: string; city: string }) => Promise<number>;
  begin: (orderId: string, key: string) => Promise<Answer>;
  follow: (address: string) => Promise<string>;
  advance: (millis: number) => void;
  resetClock: () => void;
  /** Whether the provider charges without the shop's confirmation. */
  capturesByItself: boolean;
  /** Acts as the buyer at the provider. @returns the URL of the return */
  form: (token: string, what: Form) => string;
  /** Notifies the shop of a payment of the order, if there is one. */
  notify: (orderId: string, which: number) => Promise<void>;
  /** Decides on a payment under review. */
  decide: (orderId: string, which: number, isPaid: boolean) => void;
  /** Refunds at the provider, without the shop. */
  refundThere: (orderId: string, which: number) => void;
  /** Makes a payment that belongs to no order, if the provider allows it. */
  payForNothing: () => void;
  /** Ids of the payments that belong to no order. */
  strays: () => string[];
  fail: (call: PaymentCall, fault: PaymentFault) => void;
  setAway: (isAway: boolean) => void;
  /** Ends all faults of the provider. */
  calm: () => void;
  heldFor: (orderId: string) => number;
  /** The charged payments of an order. */
  taken: (orderId: string) => Taken[];
  /** Whether a payment of an attempt is still under review. */
  isUndecided: (reference: string) => boolean;
  /** Deletes all data of the provider. */
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

/** Turns syncing off: these tests need no durability. */
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
      // Here it toggles whether the search lags behind.
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
