import { describe, expect, test } from 'vitest';
import { problemsOf } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import { type Settings, settingsFields, settingsGroups } from '#domain/settings/settings.ts';
import { changedFields, type Draft, readDraft, writeDraft } from './draft.ts';
import { FORM_GROUPS, type FormGroup } from './groups.ts';

const full: Pick<Settings, FormGroup> = {
  prices: {
    ...settingsGroups.prices.usual,
    steps: [
      { from: 10, price: 1500 },
      { from: 50, price: 1200 },
    ],
    shippingByRegion: [{ region: 'XV', price: 7000 }],
    freeShippingFrom: 60_000,
  },
  delivery: {
    minDays: 3,
    maxDays: 4,
    closures: [{ from: '2027-02-01', to: '2027-02-15', reason: 'Vacaciones' }],
    regionDays: [{ region: 'XII', days: 4 }],
  },
  seller: {
    ...{ name: 'Chapitas', rut: '12.345.678-5', address: 'Arauco 5', email: 'a@b.cl' },
    ...{ whatsapp: '+56 9 1234 5678', senderName: 'Ana de Chapitas' },
  },
  payment: {
    ...{ bank: 'Banco', accountType: 'Vista', account: '0012', holder: 'Ana' },
    ...{ rut: '12.345.678-5', email: 'a@b.cl', words: 'Uno\nDos' },
  },
  ways: {
    ...{ branch: true, branchPrice: 3000, branches: [{ courier: 'Starken', branch: 'Centro' }] },
    ...{ pickup: true, pickupPrice: 0, pickupPlace: 'Arauco 5', pickupHours: '10 a 18 h' },
    payOnArrival: true,
  },
  couriers: { couriers: [{ name: 'Pullman', page: 'https://p.cl/{tracking}' }] },
  unpaid: { payDays: 10, reminders: [{ day: 3 }, { day: 8 }], cancels: true },
  complaints: { complainDays: 12 },
  notice: {
    ...{ text: 'Hola', from: '2027-01-01', to: '2027-01-02' },
    ...{ ordersClosed: true, closedText: 'Ya volvemos' },
  },
  press: { faceMm: 44.5, cutMm: 54, safeMm: 38.25, paper: 'letter', marginMm: 0, gapMm: 4 },
};

const fields = settingsFields.prices;
const typeIn = (typed: Draft) =>
  readDraft(fields, { ...writeDraft(fields, settingsGroups.prices.usual), ...typed });
const problems = (typed: Draft) => problemsOf(settingsSchemas.prices, typeIn(typed));

describe('a form of settings', () => {
  test.each(FORM_GROUPS)('of %s gives back the values that it shows, all of them', (group) => {
    for (const values of [settingsGroups[group].usual, full[group]]) {
      const draft = writeDraft(settingsFields[group], values);
      expect(readDraft(settingsFields[group], draft)).toEqual(values);
      expect(settingsSchemas[group].parse(values)).toEqual(values);
    }
  });

  test('knows what differs from the saved values, however it is written', () => {
    const base = writeDraft(fields, settingsGroups.prices.usual);
    expect(changedFields(fields, base, { ...base, pin: '1900', shipping: '4.000' })).toEqual([
      'pin',
    ]);
  });

  test('reads amounts with and without dots', () => {
    expect(typeIn({ pin: '1.900', shipping: ' 12000 ' })).toMatchObject({
      ...{ pin: 1900, shipping: 12_000 },
    });
    expect(typeIn({ freeShippingFrom: '' })).toMatchObject({ freeShippingFrom: null });
  });

  test.each([
    ['-1', 'Debe ser un número entero de pesos, de 0 a 10.000.000'],
    ['1,5', 'Debe ser un número entero de pesos, de 0 a 10.000.000'],
    ['1.5', 'Debe ser un número entero de pesos, de 0 a 10.000.000'],
    ['mil', 'Debe ser un número'],
    ['', 'Falta este dato'],
  ])('says what is wrong with a price of "%s"', (pin, text) => {
    expect(problems({ pin })).toEqual({ pin: text });
  });

  test('says where the steps are out of order, and what an empty one lacks', () => {
    const step = (from: string, price: string) => ({ key: from, typed: { from, price } });
    expect(problems({ steps: [step('50', '1200'), step('10', '1500')] })).toEqual({
      'steps.1.from': 'Cada tramo empieza con más pines que el anterior',
    });
    expect(problems({ steps: [{ key: 'new', typed: {} }] })).toEqual({
      'steps.0.from': 'Falta este dato',
      'steps.0.price': 'Falta este dato',
    });
  });
});
