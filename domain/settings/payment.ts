import { NO_PAYMENT_DETAILS, type PaymentDetails } from '#domain/payments/payment-details.ts';
import { type Group, joinParts } from './group.ts';

export const payment: Group<PaymentDetails> = {
  label: 'Cómo pagan',
  about: 'Los datos para transferir; lo vacío no se muestra',
  usual: NO_PAYMENT_DETAILS,
  fields: {
    bank: { kind: 'line', label: 'banco', max: 60 },
    accountType: { kind: 'line', label: 'tipo de cuenta', max: 60 },
    account: { kind: 'line', label: 'número de cuenta', max: 40 },
    holder: { kind: 'line', label: 'titular', max: 120 },
    rut: { kind: 'rut', label: 'RUT' },
    email: { kind: 'email', label: 'correo' },
    words: {
      kind: 'long',
      label: 'indicaciones',
      hint: 'Lo que quieras agregar sobre el pago',
      max: 600,
      isWide: true,
    },
  },
  summarize: ({ bank, accountType, account, words }) =>
    joinParts([bank, accountType, account]) || words || 'El pago se coordina después del pedido',
};
