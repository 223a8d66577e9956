import type { PaymentSettings } from '#server/config/payments.ts';
import { paymentEnv } from '#server/testing/payment-env.ts';
import { ADMIN, type Caller, openAccount } from './admin.ts';
import { type Shop, startShop } from './server.ts';

export type Provider = { settings: PaymentSettings; close: () => Promise<void> };

/** A shop with online payments, its owner, and a local payment provider. */
export type PaidShop<Double> = {
  shop: Shop;
  admin: Caller;
  double: Double;
  close: () => Promise<void>;
};

export async function openPaidShop<Double extends Provider>(
  double: Double,
  env: Record<string, string> = {},
): Promise<PaidShop<Double>> {
  const shop = await startShop({ ADMIN_EMAILS: ADMIN, ...paymentEnv(double.settings), ...env });
  const admin = await openAccount(shop, ADMIN);
  const close = async () => {
    await admin.http.dispose();
    await shop.remove();
    await double.close();
  };
  return { shop, admin, double, close };
}
