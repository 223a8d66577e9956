import { DAY_MS } from '#domain/base/dates.ts';
import {
  closuresAhead,
  DEFAULT_PROMISE,
  type DeliveryTerms,
  describeClosure,
  describeDays,
} from '#domain/delivery/promise.ts';
import { day, type Group, line, list, once, onOff, region, whole } from './group.ts';

/** Maximum number of business days that the shop can promise. */
const promised = { unit: 'días', min: 1, max: 90 };
/** Maximum number of additional business days for transport. */
const MAX_TRANSPORT_DAYS = 30;
const MAX_CLOSURE_MS = 366 * DAY_MS;

/** `asksForDay`: buyers may name the day by which they need an order. */
export const delivery: Group<DeliveryTerms & { asksForDay: boolean }> = {
  label: 'Plazos',
  about: 'Se cuentan en días hábiles desde el pago',
  usual: { ...DEFAULT_PROMISE, asksForDay: false },
  fields: {
    minDays: whole('días hábiles, mínimo', promised),
    maxDays: whole('días hábiles, máximo', promised),
    regionDays: list('días de más por región', {
      hint: 'Donde el viaje toma más: se suman a lo que lee quien compra; tu día de despacho no cambia',
      one: 'Región',
      entry: {
        region: region('Región'),
        days: whole('Días hábiles de más', { ...promised, max: MAX_TRANSPORT_DAYS }),
      },
      rules: [once('region', 'Esta región ya está en la lista')],
      mayBeMissing: true,
    }),
    asksForDay: onOff(
      'preguntar para qué día lo necesitan',
      'Quien compra puede escribir una fecha: si no alcanza a llegar lo lee antes de pedir, y tú ves primero lo más urgente',
      { mayBeMissing: true },
    ),
    closures: list('días en que la tienda cierra', {
      hint: 'Vacaciones o feriados propios: no cuentan para la entrega. Los feriados de Chile ya se descuentan',
      one: 'Cierre',
      entry: {
        from: day('Primer día'),
        to: day('Último día'),
        reason: line('Motivo', 60, { hint: 'Por ejemplo, Vacaciones', isWide: true }),
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
    }),
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
