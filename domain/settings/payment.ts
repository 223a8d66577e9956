import { formatPesos } from '#domain/base/money.ts';
import { type DepositRule, NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { NO_PAYMENT_DETAILS, type PaymentDetails } from '#domain/payments/payment-details.ts';
import { type Group, joinParts } from './group.ts';

export const payment: Group<PaymentDetails & DepositRule> = {
  label: 'Cómo pagan',
  about: 'Los datos para transferir; lo vacío no se muestra',
  usual: { ...NO_PAYMENT_DETAILS, ...NO_DEPOSIT },
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
    },
    depositPercent: {
      kind: 'whole',
      label: 'abono, en %',
      hint: 'Parte del total que se paga antes de fabricar; el saldo, antes del despacho o del retiro. Vacío: se paga todo antes',
      unit: '%',
      min: 1,
      max: 99,
      isOptional: true,
      mayBeMissing: true,
    },
    depositFrom: {
      kind: 'pesos',
      label: 'abono desde',
      hint: 'Los pedidos de menos se pagan completos',
      mayBeMissing: true,
    },
  },
  summarize: ({ bank, accountType, account, words, depositPercent, depositFrom }) =>
    joinParts([
      joinParts([bank, accountType, account]) || words || 'El pago se coordina después del pedido',
      depositPercent !== null &&
        `abono de ${depositPercent} %${depositFrom > 0 ? ` desde ${formatPesos(depositFrom)}` : ''}`,
    ]),
};
