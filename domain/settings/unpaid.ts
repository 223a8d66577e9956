import { MAX_PAY_DAYS, NO_UNPAID_RULES, type UnpaidRules } from '#domain/payments/unpaid.ts';
import { type Group, joinParts, list, onOff, whole } from './group.ts';

const listed = new Intl.ListFormat('es', { type: 'conjunction' });

const days = { unit: 'días', min: 1, max: MAX_PAY_DAYS };

export const unpaid: Group<UnpaidRules> = {
  label: 'Pedidos sin pagar',
  about: 'Hasta cuándo esperas un pago, y cuándo lo recuerda un correo',
  usual: NO_UNPAID_RULES,
  fields: {
    payDays: whole('días para pagar', {
      ...days,
      hint: 'Vacío: sin plazo',
      isOptional: true,
      isWide: true,
    }),
    reminders: list('recordatorios', {
      hint: 'Correos a quien no ha pagado ni enviado comprobante, con el total y tus datos de pago',
      one: 'Recordatorio',
      entry: { day: whole('Días después del pedido', days) },
      rules: [
        {
          at: 'day',
          fits: ({ day }, before) => day > (before.at(-1)?.day ?? 0),
          error: 'Cada recordatorio va después del anterior',
        },
      ],
    }),
    cancels: onOff(
      'cancelar solos los vencidos',
      'Al día siguiente del plazo el pedido se cancela y le avisamos por correo; su código queda libre',
    ),
  },
  rules: [
    {
      at: 'payDays',
      fits: ({ payDays, reminders }) =>
        // A list that is too long arrives here without being parsed.
        reminders.every((each) => payDays === null || !(each?.day > payDays)),
      error: 'Hay recordatorios después de este plazo',
    },
    {
      at: 'cancels',
      fits: ({ payDays, cancels }) => payDays !== null || !cancels,
      error: 'Para cancelarlos solos, pon un plazo para pagar',
    },
  ],
  summarize: ({ payDays, reminders, cancels }) =>
    joinParts([
      payDays === null ? 'Sin plazo' : `${payDays} días para pagar`,
      reminders.length > 0 &&
        `recordatorios a los ${listed.format(reminders.map(({ day }) => String(day)))} días`,
      cancels && 'los vencidos se cancelan solos',
    ]),
};
