import { randomUUID } from 'node:crypto';
import type { PaymentSettings } from '#server/config/payments.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { paymentHandlers } from '#server/features/payments/read-payments.ts';
import { type AdminShop, openAdminShop } from './admin-shop.ts';
import type { Answer } from './client.ts';
import type { DatabaseKind } from './database.ts';
import { startTestWorker } from './jobs.ts';
import { openMercadoPagoDouble } from './mercadopago-double.ts';
import { paymentEnv } from './payment-env.ts';
import { useOpened } from './use-shop.ts';
import { openWebpayDouble } from './webpay-double.ts';

/** A shop with online payments, and the fake provider. */
type PaymentShop<Double> = AdminShop & {
  double: Double;
  /** Begins a payment by the order's mailed link. */
  begin: (orderId: string, key?: string) => Promise<Answer>;
  /** Opens the URL of a return like a browser. @returns the status and the redirect's target */
  follow: (address: string, init?: RequestInit) => Promise<string>;
  /** Returns the payment's state that the buyer sees. */
  stateOf: (orderId: string) => Promise<unknown>;
  /** Advances the shop's clock, in milliseconds. */
  advance: (millis: number) => void;
  /** Starts the worker of its jobs. */
  work: () => void;
};

type Provider = { settings: PaymentSettings; close: () => Promise<void> };

async function openPaymentShop<Double extends Provider>(
  kind: DatabaseKind,
  double: Double,
): Promise<PaymentShop<Double>> {
  const env = { ...paymentEnv(double.settings), SHOP_EMAIL: 'hola@pines.cl' };
  let ahead = 0;
  const adminShop = await openAdminShop(kind, { env, clock: () => Date.now() + ahead });
  const { shop } = adminShop;
  const { context } = shop;
  let stop: () => Promise<void> = async () => undefined;
  const closeShop = shop.close;
  shop.close = async () => {
    await stop();
    await closeShop();
    await double.close();
  };
  return {
    ...adminShop,
    double,
    begin: (orderId, key = randomUUID()) =>
      shop.call('/api/payments', {
        json: { token: firstToken(context, orderId) },
        headers: { 'idempotency-key': key },
      }),
    follow: async (address, init = {}) => {
      const path = address.slice(new URL(address).origin.length);
      const { status, headers } = await shop.fetch(path, { ...init, redirect: 'manual' });
      return `${status} ${headers.get('location')}`;
    },
    stateOf: async (orderId) => {
      const json = { token: firstToken(context, orderId) };
      const { body } = await shop.call('/api/orders/view', { json });
      const { order }: { order?: { onlinePayment?: unknown } } = JSON.parse(JSON.stringify(body));
      return order?.onlinePayment;
    },
    advance: (millis) => {
      ahead += millis;
    },
    work: () => {
      const { db, clock } = context;
      stop = startTestWorker({ db, clock: () => clock(), handlers: paymentHandlers(context) });
    },
  };
}

export async function openWebpayShop(kind: DatabaseKind) {
  return openPaymentShop(kind, await openWebpayDouble());
}

/** Returns a shop with payments by Webpay, open during the tests of the enclosing `describe`. */
export const useWebpayShop = (kind: DatabaseKind) =>
  useOpened(
    () => openWebpayShop(kind),
    ({ shop }) => shop.close(),
  );

export async function openMercadoPagoShop(kind: DatabaseKind) {
  const shop = await openPaymentShop(kind, await openMercadoPagoDouble());
  shop.double.clock = shop.shop.context.clock;
  return shop;
}
