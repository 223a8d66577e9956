import * as z from 'zod/mini';
import { isDay } from '#domain/dates.ts';
import { isEmail } from '#domain/delivery.ts';
import { PAPER_NAMES } from '#domain/paper.ts';
import { MAX_PRESS_MM } from '#domain/press.ts';
import { PROOF_MODES } from '#domain/proofs.ts';
import { findRegion } from '#domain/regions.ts';
import { isRut } from '#domain/rut.ts';
import type { Settings, SettingsGroup } from '#domain/settings.ts';
import { GAP_MM, MARGIN_MM } from '#domain/sheets.ts';
import { actor } from './audit.ts';
import { amount, line, mustBe, success, text } from './fields.ts';
import { millimetres } from './press.ts';
import { defineRoute } from './route.ts';

/** Highest amount of any setting, in pesos. */
const MAX_PESOS = 10_000_000;
const MAX_ENTRIES = 20;
/** Longest time that the shop can promise, in business days. */
const MAX_DAYS = 90;
/** Longest closure, in days. */
const MAX_CLOSURE_MS = 366 * 86_400_000;

const whole = (least: number, most: number, unit: string) =>
  amount().check(
    z.refine((value) => Number.isInteger(value) && value >= least && value <= most, {
      error: `Debe ser un número entero de ${unit}, de ${least.toLocaleString('es-CL')} a ${most.toLocaleString('es-CL')}`,
    }),
  );
const pesos = () => whole(0, MAX_PESOS, 'pesos');
const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'Debe ser una fecha, como 2027-02-01' }));
const maybe = (max: number, isRight: (value: string) => boolean, error: string) =>
  line(max).check(z.refine((value) => value === '' || isRight(value), { error }));
const email = maybe(254, isEmail, 'Escribe un correo válido, como hola@tienda.cl');
const rut = maybe(12, isRut, 'El RUT no es correcto: revisa el número y su dígito verificador');

/** A list of at most so many entries. */
function listOf<Schema extends z.ZodMiniType>(entry: Schema) {
  return z
    .array(entry, { error: mustBe('una lista') })
    .check(z.maxLength(MAX_ENTRIES, { error: `Se aceptan hasta ${MAX_ENTRIES}` }));
}

/** Says what is wrong with an entry that does not fit those before it. */
function eachAfter<Entry>(
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
function together<Values>(
  field: keyof Values & string,
  fit: (values: Values) => boolean,
  error: string,
) {
  return z.refine<Values>(fit, { path: [field], error });
}

const object = <const Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape, { error: mustBe('un objeto') });

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

const circle = () => millimetres({ least: 1, most: MAX_PRESS_MM });

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

/** A group as an admin sees it. */
const described = <Values extends z.ZodMiniType>(values: Values) =>
  z.object({
    values,
    /** How often it was saved; a save names the one that it changes. */
    version: z.number(),
    /** Whether these values are those that the shop was started with. */
    isDefault: z.boolean(),
    /** What it would be by default. */
    defaults: values,
  });

const settings = z.object({
  prices: described(prices),
  delivery: described(delivery),
  seller: described(seller),
  payment: described(payment),
  notice: described(notice),
  press: described(press),
});
export type DescribedSettings = z.infer<typeof settings>;

const answer = success({ settings });

export const readSettings = defineRoute({
  method: 'GET',
  path: '/admin/settings',
  auth: 'admin',
  summary: "The shop's settings by group, and how it was started",
  status: 200,
  answer: success({
    settings,
    /** What only who starts the shop can change. */
    environment: z.object({
      publicUrl: z.string(),
      database: z.string(),
      /** `files` or `smtp`, and who the sender is. */
      mail: z.object({ kind: z.string(), from: z.string() }),
      auth: z.object({ provider: z.string(), google: z.boolean() }),
      adminEmails: z.array(z.string()),
      /** Whether buyers approve their pins before printing. */
      proofs: z.enum(PROOF_MODES),
      /** How long a deleted order can be restored, in days. */
      binDays: z.number(),
    }),
  }),
});

const version = z.number({ error: mustBe('un número') });

/** Values are checked as a whole; a version that is not the last is 409 `settings_changed`. */
function saveRoute<const Group extends SettingsGroup, Values extends z.ZodMiniType>(
  group: Group,
  values: Values,
) {
  return defineRoute({
    method: 'PUT',
    path: `/admin/settings/${group}`,
    auth: 'admin',
    summary: `Saves the settings of the group ${group}`,
    body: z.object({ values, version }, { error: mustBe('un objeto JSON') }),
    status: 200,
    answer,
  });
}

export const saveSettings = {
  prices: saveRoute('prices', prices),
  delivery: saveRoute('delivery', delivery),
  seller: saveRoute('seller', seller),
  payment: saveRoute('payment', payment),
  notice: saveRoute('notice', notice),
  press: saveRoute('press', press),
};

/** A group that does not exist is 404. */
export const resetSettings = defineRoute({
  method: 'DELETE',
  path: '/admin/settings/{group}',
  auth: 'admin',
  summary: 'Returns a group to its defaults',
  status: 200,
  answer,
});

export const listSettingsVersions = defineRoute({
  method: 'GET',
  path: '/admin/settings/{group}/versions',
  auth: 'admin',
  summary: 'What a group was, newest first: its last 50 saves',
  status: 200,
  answer: success({
    versions: z.array(
      z.object({
        version: z.number(),
        /** As they were saved; null: the defaults. */
        values: z.nullable(z.record(z.string(), z.unknown())),
        /** ISO 8601 in UTC. */
        savedAt: z.string(),
        by: actor,
      }),
    ),
  }),
});
