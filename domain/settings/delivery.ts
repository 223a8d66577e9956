import { DAY_MS } from '#domain/base/dates.ts';
import {
  closuresAhead,
  DEFAULT_PROMISE,
  type DeliveryTerms,
  describeClosure,
  describeDays,
} from '#domain/delivery/promise.ts';
import { type Group, once } from './group.ts';

/** Maximum number of business days that the shop can promise. */
const promised = { kind: 'whole', unit: 'días', min: 1, max: 90 } as const;
/** Maximum number of additional business days for transport. */
const MAX_TRANSPORT_DAYS = 30;
const MAX_CLOSURE_MS = 366 * DAY_MS;

/** `asksForDay`: buyers may name the day by which they need an order. */
export const delivery: Group<DeliveryTerms & { asksForDay: boolean }> = {
  label: 'Plazos',
  about: 'Se cuentan en días hábiles desde el pago',
  usual: { ...DEFAULT_PROMISE, asksForDay: false },
  fields: {
    minDays: { ...promised, label: 'días hábiles, mínimo' },
    maxDays: { ...promised, label: 'días hábiles, máximo' },
    regionDays: {
      kind: 'list',
      label: 'días de más por región',
      hint: 'Donde el viaje toma más: se suman a lo que lee quien compra; tu día de despacho no cambia',
      one: 'Región',
      entry: {
        region: { kind: 'region', label: 'Región' },
        days: { ...promised, label: 'Días hábiles de más', max: MAX_TRANSPORT_DAYS },
      },
      rules: [once('region', 'Esta región ya está en la lista')],
      mayBeMissing: true,
    },
    asksForDay: {
      kind: 'switch',
      label: 'preguntar para qué día lo necesitan',
      hint: 'Quien compra puede escribir una fecha: si no alcanza a llegar lo lee antes de pedir, y tú ves primero lo más urgente',
      mayBeMissing: true,
    },
    closures: {
      kind: 'list',
      label: 'días en que la tienda cierra',
      hint: 'Vacaciones o feriados propios: no cuentan para la entrega. Los feriados de Chile ya se descuentan',
      one: 'Cierre',
      entry: {
        from: { kind: 'day', label: 'Primer día' },
        to: { kind: 'day', label: 'Último día' },
        reason: {
          kind: 'line',
          label: 'Motivo',
          hint: 'Por ejemplo, Vacaciones',
          max: 60,
          isWide: true,
        },
      },
      rules: [
        {
          at: 'to',
          fits: ({ from, to }) => to >= from,
          error: 'El último día no puede ser antes del primero',
        },
        {
          at: 'to',
          fits: ({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_CLOSURE_MS,
          error: 'La tienda puede cerrar hasta un año seguido',
        },
      ],
    },
  },
  rules: [
    {
      at: 'maxDays',
      fits: ({ minDays, maxDays }) => maxDays >= minDays,
      error: 'No puede ser menos que el mínimo',
    },
  ],
  summarize: (promise, today) => {
    const [next] = closuresAhead(promise, today);
    return `${describeDays(promise)}${next ? `. ${describeClosure(next)}` : ''}`;
  },
};
