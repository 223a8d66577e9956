import { formatPesos } from '#domain/base/money.ts';
import { type DepositRule, NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { NO_PAYMENT_DETAILS, type PaymentDetails } from '#domain/payments/payment-details.ts';
import { email, type Group, joinParts, line, long, pesos, rut, whole } from './group.ts';

export const payment: Group<PaymentDetails & DepositRule> = {
  label: 'Cómo pagan',
  about: 'Los datos para transferir; lo vacío no se muestra',
  usual: { ...NO_PAYMENT_DETAILS, ...NO_DEPOSIT },
  fields: {
    bank: line('banco', 60),
    accountType: line('tipo de cuenta', 60),
    account: line('número de cuenta', 40),
    holder: line('titular', 120),
    rut: rut('RUT'),
    email: email('correo'),
    words: long('indicaciones', 600, { hint: 'Lo que quieras agregar sobre el pago' }),
    depositPercent: whole('abono, en %', {
      hint: 'Parte del total que se paga antes de fabricar; el saldo, antes del despacho o del retiro. Vacío: se paga todo antes',
      unit: '%',
      min: 1,
      max: 99,
      isOptional: true,
      mayBeMissing: true,
    }),
    depositFrom: pesos('abono desde', {
      hint: 'Los pedidos de menos se pagan completos',
      mayBeMissing: true,
    }),
  },
  summarize: ({ bank, accountType, account, words, depositPercent, depositFrom }) =>
    joinParts([
      joinParts([bank, accountType, account]) || words || 'El pago se coordina después del pedido',
      depositPercent !== null &&
        `abono de ${depositPercent} %${depositFrom > 0 ? ` desde ${formatPesos(depositFrom)}` : ''}`,
    ]),
};
