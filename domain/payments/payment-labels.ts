import {
  type PaymentMethod,
  type PaymentProvider,
  providerNames,
  type ShownPaymentState,
} from './attempt.ts';

/** Labels of an online payment's state in the panel. */
export const paymentStateLabels: Readonly<Record<ShownPaymentState, string>> = {
  none: 'Sin intentos',
  open: 'Pagando',
  unknown: 'Por confirmar',
  paid: 'Pagado',
  refused: 'Rechazado',
  aborted: 'Anulado por quien compra',
  expired: 'Vencido',
  refunding: 'Devolución en curso',
  refunded: 'Devuelto',
};

export const paymentMethodLabels: Readonly<Record<PaymentMethod, string>> = {
  credit: 'Tarjeta de crédito',
  debit: 'Tarjeta de débito',
  prepaid: 'Tarjeta de prepago',
  balance: 'Dinero en cuenta',
  transfer: 'Transferencia',
};

type Way = { provider: PaymentProvider; method: PaymentMethod | null };

/** Returns where a refund is paid to, such as `a la tarjeta de crédito con que pagaste`. */
export function refundPlace({ provider, method }: Way): string {
  if (method === 'balance') return `a tu cuenta de ${providerNames[provider]}`;
  if (method === null || method === 'transfer') return 'al mismo medio con que pagaste';
  return `a la ${paymentMethodLabels[method].toLowerCase()} con que pagaste`;
}

/**
 * Returns how long a refund takes, in one sentence. Mercado Pago states 8 to 16 business days for
 * cards (mercadopago.cl/ayuda/32094); Transbank states none, since the card's bank decides.
 */
export function refundDays({ provider, method }: Way): string {
  if (method === 'balance') return 'Debería verse ahí de inmediato.';
  if (provider === 'webpay') {
    return 'Cuándo se ve depende de tu banco: puede ser en tu próximo estado de cuenta.';
  }
  return 'Según Mercado Pago, los bancos tardan entre 8 y 16 días hábiles en mostrarlo.';
}
