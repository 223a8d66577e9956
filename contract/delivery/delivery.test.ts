import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf } from '#contract/base/rules.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import {
  DELIVERY_FIELDS,
  DELIVERY_LIMITS,
  type DeliveryForm,
  emptyDelivery,
} from '#domain/delivery/delivery.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { namedSample, sampleDelivery } from '#domain/testing/sample-delivery.ts';
import {
  asNeeded,
  cityAsListed,
  deliveryBody,
  deliveryRules,
  formProblems,
  toBody,
  toForm,
} from './delivery.ts';

const guest = { isGuest: true };
const good = toForm(sampleDelivery);
const allMissing = {
  fullName: 'El nombre del destinatario es obligatorio',
  phone: 'El teléfono es obligatorio',
  email: 'El email es obligatorio para recibir confirmación del pedido',
  region: 'La región es obligatoria',
  city: 'La ciudad es obligatoria',
  address: 'La dirección es obligatoria',
};

const schema = z.object(deliveryBody).check(cityAsListed(), asNeeded(), deliveryRules(guest));
const said = (changes: object) => problemsOf(schema, { ...sampleDelivery, ...changes });
const problems = (changes: Partial<DeliveryForm>, buyer = guest) =>
  formProblems({ ...good, ...changes }, buyer);

describe('a delivery that is sent', () => {
  test('has no problems when it keeps the rules', () => {
    expect(said({})).toEqual({});
    expect(said({ coordinates: { lat: -36.6, lng: -72.1 } })).toEqual({});
  });

  test('is told every missing field at once, in the order of the form', () => {
    const found = problemsOf(schema, {});
    expect(found).toEqual(allMissing);
    expect(Object.keys(found)).toEqual(Object.keys(allMissing));
    expect(
      problemsOf(
        schema,
        mapKeys(allMissing, () => null),
      ),
    ).toEqual(allMissing);
  });

  test('of the wrong types is told those and every other problem', () => {
    const found = said({ phone: 912345678, email: 'ana', city: 'Santiago', notes: 5 });
    expect(found).toEqual({
      phone: 'Debe ser un texto',
      email: 'El email debe tener un formato válido',
      city: 'La ciudad no es de esa región',
      notes: 'Debe ser un texto',
    });
    expect(Object.keys(found)).toEqual(['phone', 'email', 'city', 'notes']);
  });

  test('says nothing of a city whose region is no text', () => {
    expect(said({ region: 7 })).toEqual({ region: 'Debe ser un texto' });
  });

  test('may leave out what is optional, or send it empty or null', () => {
    const { notes: _, coordinates: __, courier: ___, branch: ____, ...needed } = sampleDelivery;
    for (const body of [needed, { ...needed, notes: '', coordinates: null }]) {
      expect(schema.parse(body)).toEqual({
        ...needed,
        notes: null,
        coordinates: null,
        courier: null,
        branch: null,
      });
    }
  });

  test('loses the invisible signs of a copied e-mail and phone number', () => {
    const copied = {
      email: '\u202aana@correo\u200b.cl \u202c',
      phone: '\u200e+56 9 1234 5678\u2060',
    };
    expect(z.parse(schema, { ...sampleDelivery, ...copied })).toMatchObject({
      ...{ email: 'ana@correo.cl', phone: '+56 9 1234 5678' },
    });
    expect(problems(copied)).toEqual({});
    expect(said({ email: '\u200b', phone: '\u2060' })).toEqual({
      phone: 'El teléfono es obligatorio',
      email: 'El email es obligatorio para recibir confirmación del pedido',
    });
  });

  test.each([
    ['0056 9 1234-5678', '912345678'],
    ['09.1234.5678', '912345678'],
    ['+56 9 1234 5678', '+56 9 1234 5678'],
  ])('has a tidy phone number: %j', (phone, tidy) => {
    expect(z.parse(schema, { ...sampleDelivery, phone }).phone).toBe(tidy);
    expect(problems({ phone })).toEqual({});
  });

  test.each<[field: string, value: unknown, message: string]>([
    ['region', 'XX', 'La región no es válida'],
    ['region', '__proto__', 'La región no es válida'],
    ['city', 'Arica', 'La ciudad no es de esa región'],
    ['phone', 'llámame', 'El teléfono debe ser válido (8-9 dígitos)'],
    ['phone', '1234567', 'El teléfono debe ser válido (8-9 dígitos)'],
    ['coordinates', { lat: 91, lng: 0 }, 'El punto del mapa no es válido'],
    ['coordinates', { lat: 0, lng: 1e308 }, 'El punto del mapa no es válido'],
    ['coordinates', 'aquí', 'Debe ser un punto'],
    ['notes', '\ud83d', 'El texto tiene caracteres no permitidos'],
    ...['fullName', 'phone', 'region', 'city', 'address', 'email'].map(
      (field): [string, string, string] => [
        field,
        'Ana\r\nBcc: otra@correo.cl',
        'El texto debe ir en una sola línea',
      ],
    ),
  ])('is refused with %s %j: %s', (field, value, message) => {
    expect(said({ [field]: value })).toEqual({ [field]: message });
  });

  test.each([
    ...['ana..b@gmail.com', '.ana@gmail.com', 'ana.@gmail.com', 'ana@-tienda.cl', 'ana@127.0.0.1'],
    ...['a@b', 'a@b.cl,c@d.cl', 'Ana <a@b.cl>'],
  ])('is refused with an e-mail that no server takes: %s', (email) => {
    const wrong = { email: 'El email debe tener un formato válido' };
    expect([said({ email }), problems({ email })]).toEqual([wrong, wrong]);
  });

  test.each(['\u200b\u200b', '\u3164', '...', '\u2800'])(
    'is refused with a name and an address without a visible letter: %j',
    (text) => {
      const { fullName, address } = allMissing;
      const wrong = { fullName, address };
      const sent = { fullName: text, address: text };
      expect([said(sent), problems(sent)]).toEqual([wrong, wrong]);
    },
  );

  test.each(['Ñ', 'O’Higgins', '王小明', 'محمد', 'Πέτρος', 'X Æ A-12'])(
    'keeps the name %j as it was typed',
    (fullName) => {
      expect(z.parse(schema, { ...sampleDelivery, fullName }).fullName).toBe(fullName);
    },
  );

  test('finds a commune however its hyphens and apostrophes are written', () => {
    const cityOf = (region: string, city: string) =>
      z.parse(schema, { ...sampleDelivery, region, city }).city;
    expect(cityOf('XI', 'O’HIGGINS')).toBe("O'Higgins");
    expect(cityOf('RM', 'Til\u2011Til')).toBe('Tiltil');
    expect(cityOf('VI', 'San Vicente de Tagua-Tagua')).toBe('San Vicente de Tagua Tagua');
    expect(cityOf('R\u200bM', '\u200eÑun\u0303oa')).toBe('Ñuñoa');
  });

  // What is no day is ignored or no day, however long.
  const limited = keysOf(DELIVERY_LIMITS).filter((field) => field !== 'neededBy');
  test.each(limited)('has a limited %s', (field) => {
    const limit = DELIVERY_LIMITS[field];
    expect(said({ [field]: 'ñ'.repeat(limit + 1) })).toMatchObject({
      [field]: `El texto es demasiado largo (máximo ${limit} caracteres)`,
    });
    expect(said({ [field]: ` ${'ñ'.repeat(limit)} ` })[field] ?? '').not.toContain('largo');
  });

  test('breaks the schema on no JSON of any shape', () => {
    forAll(fc.jsonValue(), (body) => {
      for (const text of Object.values(problemsOf(schema, body))) expect(text).not.toBe('');
    });
  });
});

test.each(['Chillan', 'CHILLAN', 'chillán'])('the city %s is Chillán', (city) => {
  expect(schema.parse({ ...good, city }).city).toBe('Chillán');
});

describe('a way', () => {
  const office = { way: 'branch', courier: 'Starken', branch: 'Centro' } as const;

  test('to an office needs courier, office and city, and no street', () => {
    expect(said({ way: 'branch', address: '' })).toEqual({
      courier: 'Elige el courier',
      branch: 'Escribe en qué oficina lo retiras',
    });
    expect(said({ ...office, region: '', city: '', address: '' })).toEqual({
      region: allMissing.region,
      city: allMissing.city,
    });
    expect(schema.parse({ ...sampleDelivery, ...office })).toMatchObject({
      ...office,
      address: '',
    });
  });

  test('of who picks up needs name, phone and a guest’s e-mail alone', () => {
    const { fullName, phone, email } = allMissing;
    expect(problemsOf(schema, { way: 'pickup' })).toEqual({ fullName, phone, email });
    const parsed = schema.parse({
      ...sampleDelivery,
      ...office,
      way: 'pickup',
      payShipping: 'onArrival',
    });
    expect(parsed).toMatchObject({
      ...{ way: 'pickup', region: '', city: '', address: '', courier: null, branch: null },
      payShipping: 'now',
    });
  });

  test('is the usual one where it is null, as where it is left out', () => {
    const none = schema.parse({ ...sampleDelivery, way: null, payShipping: null });
    expect(none).toMatchObject({ way: 'home', payShipping: 'now' });
  });

  test('must be one that there is', () => {
    expect(said({ way: 'drone', payShipping: 'never' })).toEqual({
      way: 'Esta forma de entrega no existe',
      payShipping: 'El envío se paga ahora o al recibir',
    });
  });
});

describe('the form', () => {
  test('says what the shop would say', () => {
    expect(formProblems(emptyDelivery, guest)).toEqual(allMissing);
    expect(problems({ phone: '1', city: 'Santiago' })).toEqual({
      phone: 'El teléfono debe ser válido (8-9 dígitos)',
      city: 'La ciudad no es de esa región',
    });
  });

  test('asks an account for no e-mail', () => {
    expect(problems({ email: ' ' })).toEqual({ email: allMissing.email });
    expect(problems({ email: ' ' }, { isGuest: false })).toEqual({});
  });

  test('takes blanks alone for an empty field, and blanks around a text for nothing', () => {
    expect(problems({ fullName: '  \t\n ' })).toEqual({ fullName: allMissing.fullName });
    expect(problems({ email: ' ana@correo.cl ', region: ' XVI ', city: ' Chillán ' })).toEqual({});
  });

  test('is sent trimmed, clean and without what is empty', () => {
    const form = { ...good, fullName: ' Ana\u0000 \ud800Pérez ', email: ' ', notes: '' };
    const { email: _, notes: _notes, ...rest } = namedSample;
    expect(toBody(form)).toEqual({ ...rest, fullName: 'Ana \ufffdPérez' });
  });

  test('is sent with its way unless that is the usual one', () => {
    expect(toBody(good)).not.toHaveProperty('way');
    expect(toBody(good)).not.toHaveProperty('payShipping');
    expect(toBody({ ...good, payShipping: 'onArrival' })).toMatchObject({
      ...{ payShipping: 'onArrival', address: good.address },
    });
    expect(toBody({ ...good, way: 'pickup' })).toEqual({
      ...{ fullName: good.fullName, phone: good.phone, email: good.email, notes: good.notes },
      way: 'pickup',
    });
  });

  test('comes back as it was sent, for any input', () => {
    const anyForm = fc.record({
      ...fc.sample(fc.constant({}), 1)[0],
      ...Object.fromEntries(keysOf(DELIVERY_LIMITS).map((field) => [field, fc.string()])),
    });
    forAll(anyForm, (typed) => {
      const form = toForm(toBody({ ...emptyDelivery, ...typed }));
      expect(toForm(toBody(form))).toEqual(form);
      expect(Object.keys(form)).toEqual(DELIVERY_FIELDS);
    });
  });
});
