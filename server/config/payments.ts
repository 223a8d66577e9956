import type { Values } from './variables.ts';

/** The provider of online payments. `url` is the origin of its API. */
export type PaymentSettings = Readonly<
  | { provider: 'webpay'; commerceCode: string; apiKey: string; url: string }
  | { provider: 'mercadopago'; accessToken: string; webhookSecret: string; url: string }
>;

const WEBPAY_URL = 'https://webpay3g.transbank.cl';
export const MERCADOPAGO_URL = 'https://api.mercadopago.com';

/** Returns null with `PAYMENTS=off`. */
export function paymentsOf(values: Values): PaymentSettings | null {
  const { WEBPAY_COMMERCE_CODE: commerceCode, WEBPAY_API_KEY: apiKey } = values;
  if (values.PAYMENTS === 'webpay' && commerceCode && apiKey) {
    const url = new URL(values.WEBPAY_URL ?? WEBPAY_URL).origin;
    return { provider: 'webpay', commerceCode, apiKey, url };
  }
  const { MERCADOPAGO_ACCESS_TOKEN: accessToken, MERCADOPAGO_WEBHOOK_SECRET } = values;
  if (values.PAYMENTS === 'mercadopago' && accessToken && MERCADOPAGO_WEBHOOK_SECRET) {
    const url = new URL(values.MERCADOPAGO_URL ?? MERCADOPAGO_URL).origin;
    const webhookSecret = MERCADOPAGO_WEBHOOK_SECRET;
    return { provider: 'mercadopago', accessToken, webhookSecret, url };
  }
  return null;
}
