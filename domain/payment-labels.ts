import type { PaymentMethod, ShownPaymentState } from './payment.ts';

/** How the owner reads of a payment online. */
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
