import * as z from 'zod/mini';
import { amount, line, list, mustBe, name, text } from '#contract/base/fields.ts';
import { namedPinFields, productId, productName } from '#contract/pins/pins.ts';
import { millimetres } from '#contract/pins/press.ts';
import { MAX_COMPLAIN_DAYS } from '#domain/aftersales/complaints.ts';
import { isDay } from '#domain/base/dates.ts';
import { foldText } from '#domain/base/folding.ts';
import { formatWhole } from '#domain/base/money.ts';
import { isRut } from '#domain/base/rut.ts';
import { DELIVERY_LIMITS } from '#domain/delivery/delivery.ts';
import { findRegion } from '#domain/delivery/regions.ts';
import { MAX_PRICE } from '#domain/orders/prices.ts';
import { MAX_PAY_DAYS } from '#domain/payments/unpaid.ts';
import { isEmail } from '#domain/people/emails.ts';
import { PRESS_MM } from '#domain/pins/pin.ts';
import { MAX_FINISHES, MAX_PRODUCTS } from '#domain/pins/products.ts';
import { isTrackingPage } from '#domain/production/couriers.ts';
import { PAPER_NAMES } from '#domain/production/paper.ts';
import { GAP_MM, MARGIN_MM } from '#domain/production/sheets.ts';
import type { Settings, SettingsGroup } from '#domain/settings/settings.ts';

const MAX_ENTRIES = 20;

/** A whole number of `unit`, both bounds included. */
const whole = (min: number, max: number, unit: string) =>
  amount().check(
    z.refine((value) => Number.isInteger(value) && value >= min && value <= max, {
      error: `Debe ser un número entero de ${unit}, de ${formatWhole(min)} a ${formatWhole(max)}`,
    }),
  );
const yesOrNo = () => z.boolean({ error: mustBe('sí o no') });
const pesos = () => whole(0, MAX_PRICE, 'pesos');
/** `YYYY-MM-DD`. */
const day = z
  .string({ error: mustBe('una fecha') })
  .check(z.refine(isDay, { error: 'Debe ser una fecha, como 2027-02-01' }));
/** A line that may be empty. */
const maybe = (max: number, isRight: (value: string) => boolean, error: string) =>
  line(max).check(z.refine((value) => value === '' || isRight(value), { error }));
const email = maybe(254, isEmail, 'Escribe un correo válido, como hola@tienda.cl');
const rut = maybe(12, isRut, 'El RUT no es correcto: revisa el número y su dígito verificador');

/** A list of one group's entries. */
function listOf<Output, Input>(entry: z.ZodMiniType<Output, Input>) {
  const tooMany = `Se aceptan hasta ${MAX_ENTRIES}`;
  return list(entry, MAX_ENTRIES, { expected: 'una lista', tooMany });
}

/** Checks each entry against the previous ones and reports the first conflict. */
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

/** Checks that no two entries have the same text at `field`, as `read` reads it. */
function once<Field extends string>(field: Field, message: string, read = (text: string) => text) {
  return eachAfter<Readonly<Record<Field, string>>>(
    field,
    (entry, before) => before.every((other) => read(other[field]) !== read(entry[field])),
    message,
  );
}

/** Checks two values against each other and reports the error at `field`. */
function together<Values>(
  field: keyof Values & string,
  fit: (values: Values) => boolean,
  error: string,
) {
  return z.refine<Values>(fit, { path: [field], error });
}

const object = <const Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object(shape, { error: mustBe('un objeto') });

/** Maximum number of business days that the shop can promise. */
const MAX_DAYS = 90;
/** Maximum number of additional business days for transport. */
const MAX_TRANSPORT_DAYS = 30;
const MAX_CLOSURE_MS = 366 * 86_400_000;

const priceStep = object({ from: whole(2, 10_000, 'pines'), price: pesos() });
const region = (max = 80) =>
  line(max).check(
    z.refine((code) => findRegion(code) !== undefined, { error: 'Esta región no existe' }),
  );
const regionShipping = object({ region: region(), price: pesos() });
const regionDays = object({ region: region(20), days: whole(1, MAX_TRANSPORT_DAYS, 'días') });

const priceSteps = listOf(priceStep).check(
  eachAfter(
    'from',
    ({ from }, before) => from > (before.at(-1)?.from ?? 1),
    'Cada tramo empieza con más pines que el anterior',
  ),
);

/** Entries of which each has a different region. */
const byRegion = <Entry extends { region: string }>(entry: z.ZodMiniType<Entry>) =>
  listOf(entry).check(once('region', 'Esta región ya está en la lista'));

const prices = object({
  pin: pesos(),
  steps: priceSteps,
  shippingChillan: pesos(),
  shipping: pesos(),
  shippingByRegion: byRegion(regionShipping),
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

/** The fields that buyers may see, for API responses. */
export const promiseFields = {
  minDays: whole(1, MAX_DAYS, 'días'),
  maxDays: whole(1, MAX_DAYS, 'días'),
  closures: listOf(closure),
};

const delivery = object({
  ...promiseFields,
  /** Empty if a client omits it. */
  regionDays: z._default(byRegion(regionDays), []),
}).check(
  together(
    'maxDays',
    ({ minDays, maxDays }) => maxDays >= minDays,
    'No puede ser menos que el mínimo',
  ),
);

const seller = object({
  name: name(60, 'La tienda necesita un nombre'),
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

const reminder = object({ day: whole(1, MAX_PAY_DAYS, 'días') });

const unpaid = object({
  payDays: z.nullable(whole(1, MAX_PAY_DAYS, 'días')),
  reminders: listOf(reminder).check(
    eachAfter(
      'day',
      ({ day: after }, before) => after > (before.at(-1)?.day ?? 0),
      'Cada recordatorio va después del anterior',
    ),
  ),
  cancels: yesOrNo(),
}).check(
  together(
    'payDays',
    ({ payDays, reminders }) =>
      // A list that is too long arrives here without being parsed.
      reminders.every((each) => payDays === null || !(each?.day > payDays)),
    'Hay recordatorios después de este plazo',
  ),
  together(
    'cancels',
    ({ payDays, cancels }) => payDays !== null || !cancels,
    'Para cancelarlos solos, pon un plazo para pagar',
  ),
);

const courierName = name(DELIVERY_LIMITS.courier, 'Escribe el courier');

const ways = object({
  branch: yesOrNo(),
  branchPrice: pesos(),
  branches: listOf(
    object({
      courier: courierName,
      branch: line(DELIVERY_LIMITS.branch).check(
        z.minLength(1, { error: 'Escribe la oficina, como Chillán Centro' }),
      ),
    }),
  ),
  pickup: yesOrNo(),
  pickupPrice: pesos(),
  pickupPlace: line(200),
  pickupHours: line(120),
  payOnArrival: yesOrNo(),
}).check(
  together(
    'pickupPlace',
    ({ pickup, pickupPlace }) => !pickup || Boolean(pickupPlace),
    'Escribe dónde se retira',
  ),
);

const couriers = object({
  couriers: listOf(
    object({
      name: courierName,
      page: maybe(
        300,
        isTrackingPage,
        'Escribe una dirección que empiece con https://, como https://www.courier.cl/?n={tracking}',
      ),
    }),
  ).check(once('name', 'Este courier ya está en la lista', foldText)),
});
const complaints = object({ complainDays: z.nullable(whole(1, MAX_COMPLAIN_DAYS, 'días')) });

const notice = object({
  text: line(200),
  from: z.nullable(day),
  to: z.nullable(day),
  ordersClosed: yesOrNo(),
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

const idOnce = () => once('id', 'Este identificador ya está en la lista');
const nameOnce = () => once('name', 'Este nombre ya está en la lista', foldText);

/** The fields of a product that buyers may see. */
export const offeredProductFields = {
  ...namedPinFields,
  press: object({ face: circle(), cut: circle(), safe: circle() }).check(
    together('face', ({ face, cut }) => face < cut, 'La cara debe ser menor que el corte'),
    together('safe', ({ safe, face }) => safe < face, 'La zona segura debe ser menor que la cara'),
  ),
  price: pesos(),
  steps: priceSteps,
  finishes: list(object({ id: productId, name: productName, extra: pesos() }), MAX_FINISHES, {
    expected: 'una lista',
    tooMany: `Se aceptan hasta ${MAX_FINISHES}`,
  }).check(idOnce(), nameOnce()),
  /** A picture from `POST /upload`, kept for good when the products are saved. */
  imageUrl: z.optional(
    z
      .string({ error: mustBe('un texto') })
      .check(z.regex(/^\/files\/[\w-]{24}\.webp$/, { error: 'Elige la imagen otra vez' })),
  ),
};

const products = object({
  products: list(object({ ...offeredProductFields, retired: yesOrNo() }), MAX_PRODUCTS, {
    expected: 'una lista',
    tooMany: `Se aceptan hasta ${MAX_PRODUCTS} productos`,
    empty: 'La tienda necesita un producto',
  }).check(
    idOnce(),
    nameOnce(),
    z.check(({ value, issues }) => {
      if (value.length === 0 || value.some(({ retired }) => !retired)) return;
      const path = [value.length - 1, 'retired'];
      const message = 'Al menos un producto debe quedar a la venta';
      issues.push({ code: 'custom', input: value, path, message });
    }),
  ),
});

/** The schema of each settings group; the complete list of settings. */
export const settingsSchemas = {
  prices,
  delivery,
  seller,
  payment,
  unpaid,
  ways,
  couriers,
  complaints,
  notice,
  press,
  products,
} satisfies {
  [Group in SettingsGroup]: z.ZodMiniType<Settings[Group]>;
};
