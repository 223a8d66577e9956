import * as z from 'zod';
import type { PaymentSettings } from '#server/config/payments.ts';
import type { Answer } from '#server/testing/client.ts';
import { openMercadoPagoDouble } from '#server/testing/mercadopago-double.ts';
import type { OpenProvider } from '#server/testing/provider-server.ts';
import { openWebpayDouble } from '#server/testing/webpay-double.ts';

/** How the buyer ends the provider's form. */
export type Form = 'approved' | 'declined' | 'aborted' | 'timed_out';

type Taken = { reference: string; providerId: string; amount: number; refunded: number };

/** A payment provider, behind one interface for all providers. */
export type Bank = {
  settings: PaymentSettings;
  /** Whether it charges without the shop's confirmation. */
  capturesByItself: boolean;
  /**
   * Fills in the form of an attempt that the shop has begun; a paid attempt is not paid again.
   * @param begun the shop's response
   * @returns the URL that the browser is redirected to, and the provider's notice to the shop
   */
  fill: (begun: Answer, form: Form) => { address: string; notice: Notice | null };
  /** Returns the charged payments; a reference begins with the id of its order. */
  taken: () => Taken[];
  /** Returns the pesos that it holds for an order. */
  heldFor: (orderId: string) => number;
};

export type Notice = { url: string; init: RequestInit };

const begunBody = z.object({ redirectUrl: z.url(), fields: z.record(z.string(), z.string()) });

export async function openWebpayBank(open: OpenProvider): Promise<Bank> {
  const { settings, transactions, act, heldFor } = await openWebpayDouble(open);
  return {
    ...{ settings, heldFor, capturesByItself: false },
    fill: ({ body }, form) => {
      const { token_ws: token = '' } = begunBody.parse(body).fields;
      return { address: act(token, form), notice: null };
    },
    taken: () =>
      [...transactions.values()]
        .filter(({ isConfirmed, responseCode }) => isConfirmed && responseCode === 0)
        .map(({ buyOrder: reference, token: providerId, amount, refunded }) => ({
          ...{ reference, providerId, amount, refunded },
        })),
  };
}

export async function openMercadoPagoBank(open: OpenProvider): Promise<Bank> {
  const double = await openMercadoPagoDouble(open);
  const { settings, heldFor } = double;
  const isTaken = ({ status }: { status: string }) => ['approved', 'refunded'].includes(status);
  return {
    ...{ settings, heldFor, capturesByItself: true },
    fill: ({ body }, form) => {
      const { redirectUrl } = begunBody.parse(body);
      const id = new URL(redirectUrl).searchParams.get('pref_id') ?? '';
      const reference = double.preferences.get(id)?.body.external_reference;
      const isPaid = [...double.payments.values()].some(
        (payment) => payment.external_reference === reference && isTaken(payment),
      );
      if (isPaid || form === 'aborted' || form === 'timed_out') {
        return { address: double.leave(id), notice: null };
      }
      const { returnUrl, payment } = double.pay(id, form === 'approved' ? form : 'rejected');
      return { address: returnUrl, notice: double.noticeOf(payment) };
    },
    taken: () =>
      [...double.payments.values()]
        .filter(isTaken)
        .map((payment) => ({
          ...{ reference: payment.external_reference, providerId: String(payment.id) },
          amount: payment.transaction_amount,
          refunded: payment.transaction_amount_refunded,
        })),
  };
}
