import type { PaymentSettings } from '#server/config/payments.ts';

/** Returns the environment variables of a shop with online payments. */
export function paymentEnv(settings: PaymentSettings): Record<string, string> {
  if (settings.provider === 'webpay') {
    return {
      PAYMENTS: 'webpay',
      WEBPAY_COMMERCE_CODE: settings.commerceCode,
      WEBPAY_API_KEY: settings.apiKey,
      WEBPAY_URL: settings.url,
    };
  }
  return {
    PAYMENTS: 'mercadopago',
    MERCADOPAGO_ACCESS_TOKEN: settings.accessToken,
    MERCADOPAGO_WEBHOOK_SECRET: settings.webhookSecret,
    MERCADOPAGO_URL: settings.url,
  };
}
