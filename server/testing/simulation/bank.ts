import * as z from 'zod';
import type { PaymentSettings } from '#server/config/payments.ts';
import type { Answer } from '#server/testing/client.ts';
import { openMercadoPagoDouble } from '#server/testing/mercadopago-double.ts';
import type { OpenProvider } from '#server/testing/provider-server.ts';
import { openWebpayDouble } from '#server/testing/webpay-double.ts';

/** How a buyer leaves the provider's form. */
export type Form = 'approved' | 'declined' | 'aborted' | 'timed_out';

type Taken = { reference: string; providerId: string; amount: number; refunded: number };

/** A provider of payments, whichever it is. */
export type Bank = {
  settings: PaymentSettings;
  /** Whether it takes the money without the shop's confirmation. */
  capturesByItself: boolean;
  /**
   * Fills in the form of an attempt that the shop has begun; one that is paid is not paid again.
   * @param begun the shop's answer
   * @returns the address to which the browser is sent back, and what the provider tells the shop itself
   */
  fill: (begun: Answer, form: Form) => { address: string; notice: Notice | null };
  /** Payments for which it took money; a reference begins with the number of its order. */
  taken: () => Taken[];
  /** Pesos that it holds for an order. */
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
      [...double.payments.values()].filter(isTaken).map((payment) => ({
        ...{ reference: payment.external_reference, providerId: String(payment.id) },
        amount: payment.transaction_amount,
        refunded: payment.transaction_amount_refunded,
      })),
  };
}
