import * as z from 'zod/mini';
import { isDay } from '#domain/base/dates.ts';
import { mustBe } from './fields.ts';

const WRONG_YEAR = { error: 'Revisa el año de la fecha' };

/** A day in Chile, such as `2026-03-09`; before 1970 its clocks had offsets unknown to `dates`. */
export const day = z.string({ error: mustBe('una fecha') }).check(
  z.refine(isDay, { error: 'La fecha debe tener el formato AAAA-MM-DD' }),
  z.refine((text) => text >= '1970', WRONG_YEAR),
);

/** A day on which something was noted: browsers take a year of two digits for one of antiquity. */
export const notedDay = day.check(z.refine((text) => text >= '2000', WRONG_YEAR));
