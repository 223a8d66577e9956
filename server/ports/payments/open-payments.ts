import type { Config } from '#server/config.ts';
import type { Payments } from './payments.ts';

/** Loads the configured provider of online payments; null: none is configured. */
export async function openPayments({
  payments,
}: Pick<Config, 'payments'>): Promise<Payments | null> {
  switch (payments?.provider) {
    case 'webpay':
      return (await import('./webpay.ts')).webpay(payments);
    case 'mercadopago':
      return (await import('./mercadopago.ts')).mercadopago(payments);
    default:
      return null;
  }
}
