import * as z from 'zod/mini';
import { PAPER_NAMES } from '#domain/paper.ts';
import { PRESS_MM } from '#domain/press.ts';
import { findRegion } from '#domain/regions.ts';
import type { Settings, SettingsGroup } from '#domain/settings.ts';
import { GAP_MM, MARGIN_MM } from '#domain/sheets.ts';
import { line, mustBe, text } from './fields.ts';
import { millimetres } from './press.ts';
import {
  day,
  eachAfter,
  email,
  listOf,
  object,
  pesos,
  rut,
  together,
  whole,
} from './settings-fields.ts';

/** Longest time that the shop can promise, in business days. */
const MAX_DAYS = 90;
const MAX_CLOSURE_MS = 366 * 86_400_000;

const priceStep = object({ from: whole(2, 10_000, 'pines'), price: pesos() });
const regionShipping = object({
  region: line(80).check(
    z.refine((code) => findRegion(code) !== undefined, { error: 'Esta región no existe' }),
  ),
  price: pesos(),
});

const prices = object({
  pin: pesos(),
  steps: listOf(priceStep).check(
    eachAfter(
      'from',
      ({ from }, before) => from > (before.at(-1)?.from ?? 1),
      'Cada tramo empieza con más pines que el anterior',
    ),
  ),
  shippingChillan: pesos(),
  shipping: pesos(),
  shippingByRegion: listOf(regionShipping).check(
    eachAfter(
      'region',
      ({ region }, before) => before.every((other) => other.region !== region),
      'Esta región ya está en la lista',
    ),
  ),
  freeShippingFrom: z.nullable(pesos()),
});

const closure = object({ from: day, to: day, reason: line(60) }).check(
  together('to', ({ from, to }) => to >= from, 'El último día no puede ser antes del primero'),
  together(
    'to',
    ({ from, to }) => Date.parse(to) - Date.parse(from) <= MAX_CLOSURE_MS,
    'La tienda puede cerrar hasta un año seguido',
  ),
);

const delivery = object({
  minDays: whole(1, MAX_DAYS, 'días'),
  maxDays: whole(1, MAX_DAYS, 'días'),
  closures: listOf(closure),
}).check(
  together(
    'maxDays',
    ({ minDays, maxDays }) => maxDays >= minDays,
    'No puede ser menos que el mínimo',
  ),
);

const seller = object({
  name: line(60).check(z.minLength(1, { error: 'La tienda necesita un nombre' })),
  rut,
  address: line(200),
  email,
  whatsapp: line(30),
  senderName: line(60),
});

const payment = object({
  bank: line(60),
  accountType: line(60),
  account: line(40),
  holder: line(120),
  rut,
  email,
  words: text(600),
});

const notice = object({
  text: line(200),
  from: z.nullable(day),
  to: z.nullable(day),
  ordersClosed: z.boolean({ error: mustBe('sí o no') }),
  closedText: line(200),
}).check(
  together(
    'to',
    ({ from, to }) => from === null || to === null || to >= from,
    'El último día no puede ser antes del primero',
  ),
);

const circle = () => millimetres(PRESS_MM);

const press = object({
  faceMm: circle(),
  cutMm: circle(),
  safeMm: circle(),
  paper: z.enum(PAPER_NAMES, { error: 'Este papel no existe' }),
  marginMm: millimetres(MARGIN_MM),
  gapMm: millimetres(GAP_MM),
}).check(
  together('faceMm', ({ faceMm, cutMm }) => faceMm < cutMm, 'La cara debe ser menor que el corte'),
  together(
    'safeMm',
    ({ safeMm, faceMm }) => safeMm < faceMm,
    'La zona segura debe ser menor que la cara',
  ),
);

/** What each group must be: the one list of all settings. */
export const settingsSchemas = { prices, delivery, seller, payment, notice, press } satisfies {
  [Group in SettingsGroup]: z.ZodMiniType<Settings[Group]>;
};
