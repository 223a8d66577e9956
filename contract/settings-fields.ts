import * as z from 'zod/mini';
import { isDay } from '#domain/dates.ts';
import { isEmail } from '#domain/delivery.ts';
import { formatWhole } from '#domain/money.ts';
import { MAX_PRICE } from '#domain/prices.ts';
import { isRut } from '#domain/rut.ts';
import { amount, line, list, mustBe } from './fields.ts';

const MAX_ENTRIES = 20;

/** A whole number of `unit`, bounds included. */
export const whole = (least: number, most: number, unit: string) =>
  amount().check(
    z.refine((value) => Number.isInteger(value) && value >= least && value <= most, {
      error: `Debe ser un número entero de ${unit}, de ${formatWhole(least)} a ${formatWhole(most)}`,
    }),
  );
export const pesos = () => whole(0, MAX_PRICE, 'pesos');
/** `YYYY-MM-DD`. */
export const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'Debe ser una fecha, como 2027-02-01' }));
/** A line that may be empty. */
const maybe = (max: number, isRight: (value: string) => boolean, error: string) =>
  line(max).check(z.refine((value) => value === '' || isRight(value), { error }));
export const email = maybe(254, isEmail, 'Escribe un correo válido, como hola@tienda.cl');
export const rut = maybe(
  12,
  isRut,
  'El RUT no es correcto: revisa el número y su dígito verificador',
);

/** A list of one group's entries. */
export function listOf<Output, Input>(entry: z.ZodMiniType<Output, Input>) {
  const tooMany = `Se aceptan hasta ${MAX_ENTRIES}`;
  return list(entry, MAX_ENTRIES, { expected: 'una lista', tooMany });
}

/** Says what is wrong with an entry that does not fit those before it. */
export function eachAfter<Entry>(
  field: string,
  fits: (entry: Entry, before: Entry[]) => boolean,
  message: string,
) {
  return z.check<Entry[]>(({ value, issues }) => {
    value.forEach((entry, at) => {
      if (!fits(entry, value.slice(0, at))) {
        issues.push({ code: 'custom', input: entry, path: [at, field], message });
      }
    });
  });
}

/** Says at `field` what is wrong with two values that do not go together. */
export function together<Values>(
  field: keyof Values & string,
  fit: (values: Values) => boolean,
  error: string,
) {
  return z.refine<Values>(fit, { path: [field], error });
}

export const object = <const Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape, { error: mustBe('un objeto') });
