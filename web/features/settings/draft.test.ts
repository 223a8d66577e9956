import { describe, expect, test } from 'vitest';
import { problemsOf } from '#contract/base/rules.ts';
import { settingsSchemas } from '#contract/settings/settings.ts';
import type { Field, FieldSpecs } from '#domain/settings/group.ts';
import { settingsGroups } from '#domain/settings/settings.ts';
import { changedFields, type Draft, readDraft, writeDraft } from './draft.ts';
import { FORM_GROUPS } from './queries.ts';

/** Returns a value of each kind of field. */
function sampleOf(spec: Field): unknown {
  switch (spec.kind) {
    case 'switch':
      return true;
    case 'list': {
      const entry = Object.fromEntries(
        Object.entries(spec.entry).map(([part, input]) => [part, sampleOf(input)]),
      );
      return [entry, entry];
    }
    case 'pesos':
    case 'whole':
      return 12_000;
    case 'mm':
      return 38.25;
    case 'day':
      return '2027-02-01';
    default:
      return 'Uno dos';
  }
}

const { fields } = settingsGroups.prices;
const typeIn = (typed: Draft) =>
  readDraft(fields, { ...writeDraft(settingsGroups.prices.usual), ...typed });
const problems = (typed: Draft) => problemsOf(settingsSchemas.prices, typeIn(typed));

describe('a form of settings', () => {
  test.each(FORM_GROUPS)('of %s gives back the values that it shows, all of them', (group) => {
    const { usual, fields }: { usual: object; fields: FieldSpecs } = settingsGroups[group];
    const full = Object.fromEntries(
      Object.entries(fields).map(([name, spec]) => [name, sampleOf(spec)]),
    );
    expect(Object.keys(fields).sort()).toEqual(Object.keys(usual).sort());
    for (const values of [usual, full]) {
      expect(readDraft(fields, writeDraft(values))).toEqual(values);
    }
    expect(settingsSchemas[group].parse(usual)).toEqual(usual);
  });

  test('knows what differs from the saved values, however it is written', () => {
    const base = writeDraft(settingsGroups.prices.usual);
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
