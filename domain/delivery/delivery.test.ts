import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import {
  DELIVERY_FIELDS,
  type Delivery,
  makeForm,
  tooLong,
  unneeded,
  validateDelivery,
  validateKnownDelivery,
} from './delivery.ts';

function messagesOf(changes: Partial<Delivery>, isGuest = true): string[] {
  return validateDelivery({ ...sampleDelivery, ...changes }, { isGuest }).map(
    ({ message }) => message,
  );
}

describe('validateDelivery', () => {
  test('finds nothing wrong with a complete form', () => {
    expect(messagesOf({})).toEqual([]);
    // A mistyped address is asked about, never refused.
    expect(messagesOf({ email: 'camila@gmial.con' })).toEqual([]);
    expect(messagesOf({ notes: 'Casa azul', coordinates: { lat: -36.6, lng: -72.1 } })).toEqual([]);
  });

  test.each([
    [90, 180, true],
    [-90, -180, true],
    [90.1, 0, false],
    [-90.1, 0, false],
    [0, 180.1, false],
    [0, -180.1, false],
    [Number.NaN, 0, false],
    [0, Number.NaN, false],
    [0, Number.POSITIVE_INFINITY, false],
  ])('judges the map point %d, %d', (lat, lng, valid) => {
    expect(messagesOf({ coordinates: { lat, lng } })).toEqual(
      valid ? [] : ['El punto del mapa no es válido'],
    );
  });

  test('returns at most one problem per field, for any form', () => {
    const typed = fc.string({ unit: 'binary' });
    const anyForm = fc.record({
      fullName: typed,
      phone: typed,
      email: typed,
      region: typed,
      city: typed,
      address: typed,
      notes: typed,
      coordinates: fc.option(fc.record({ lat: fc.double(), lng: fc.double() })),
    });
    forAll(anyForm, fc.boolean(), (form, isGuest) => {
      const places = validateDelivery(form, { isGuest }).map(({ field }) =>
        DELIVERY_FIELDS.indexOf(field),
      );
      expect(places).toEqual([...new Set(places)].sort((left, right) => left - right));
    });
  });
});

test('a form is made field by field, in the order of the rules', () => {
  const coordinates = { lat: -36.6, lng: -72.1 };
  const chosen = { coordinates, way: 'branch', payShipping: 'onArrival' } as const;
  const form = makeForm((field) => field, chosen);
  expect(Object.keys(form)).toEqual(DELIVERY_FIELDS);
  expect(form).toEqual({
    ...Object.fromEntries(DELIVERY_FIELDS.map((field) => [field, field])),
    ...chosen,
  });
});

describe('by its way', () => {
  test('what is picked up needs no place, and what goes to the door no office', () => {
    const nowhere = { region: '', city: '', address: '', courier: null, branch: null };
    expect(messagesOf({ ...nowhere, way: 'pickup' })).toEqual([]);
    expect(messagesOf({ courier: null, branch: null })).toEqual([]);
    expect(unneeded.pickup).toEqual({ ...nowhere, coordinates: null, payShipping: 'now' });
    expect(unneeded.branch).toEqual({ address: '', coordinates: null });
    expect(unneeded.home).toEqual({ courier: null, branch: null });
  });
});

describe('what is known of a delivery so far', () => {
  const wrong = (delivery: Partial<Delivery>) =>
    validateKnownDelivery(delivery).map(({ field, message }) => [field, message]);

  test('is a name, and a phone or an e-mail', () => {
    expect(wrong({ fullName: 'Ana', phone: '912345678' })).toEqual([]);
    expect(wrong({ fullName: 'Ana', email: 'ana@correo.cl' })).toEqual([]);
    expect(wrong({})).toEqual([
      ['fullName', 'El nombre del destinatario es obligatorio'],
      ['phone', 'Escribe un teléfono o un email'],
    ]);
  });

  test('has to be right', () => {
    const known = { fullName: 'Ana', email: 'ana@', phone: '1', region: 'XX' };
    expect(wrong(known).map(([field]) => field)).toEqual(['phone', 'email', 'region']);
    expect(wrong(known)[0]?.[1]).toBe('El teléfono debe ser válido (8-9 dígitos)');
    expect(wrong({ ...known, email: 'ana@correo.cl', phone: '' }).map(([field]) => field)).toEqual([
      'region',
    ]);
  });
});

test('a text over its limit is told the limit', () => {
  expect(tooLong(80)).toBe('El texto es demasiado largo (máximo 80 caracteres)');
});
