import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldText } from '#domain/base/folding.ts';
import { isChillan } from '#domain/orders/prices.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { comunas, findComuna, pointOfCity, searchComunas } from './comunas.ts';
import { findCity, regions } from './regions.ts';

const anyComuna = fc.constantFrom(...comunas);
const names = (typed: string) => searchComunas(typed).map(({ name }) => name);

describe('the communes', () => {
  test('are the 346 of Chile, each with a name of its own in composed letters', () => {
    expect(comunas).toHaveLength(346);
    expect(new Set(comunas.map(({ name }) => name)).size).toBe(346);
    for (const { name } of comunas) expect(name).toBe(name.normalize('NFC').trim());
  });

  test.each([
    ['XV', 4],
    ['I', 7],
    ['II', 9],
    ['III', 9],
    ['IV', 15],
    ['V', 38],
    ['RM', 52],
    ['VI', 33],
    ['VII', 30],
    ['XVI', 21],
    ['VIII', 33],
    ['IX', 32],
    ['XIV', 12],
    ['X', 30],
    ['XI', 10],
    ['XII', 11],
  ])('region %s has %i of them', (code, count) => {
    expect(comunas.filter(({ region }) => region === code)).toHaveLength(count);
  });

  test('lie in Chile, islands included; Antarctica alone has no point', () => {
    for (const { name, point } of comunas) {
      if (name === 'Antártica') expect(point).toBeNull();
      else {
        expect(point?.lat, name).toBeGreaterThan(-56);
        expect(point?.lat, name).toBeLessThan(-17);
        expect(point?.lng, name).toBeGreaterThan(-110);
        expect(point?.lng, name).toBeLessThan(-66);
      }
    }
  });
});

describe('the rule for region and city', () => {
  test('accepts every commune in its own region and in no other', () => {
    for (const { name, region } of comunas) {
      const accepting = regions.filter(({ code }) => findCity(code, name) === name);
      expect(accepting.map(({ code }) => code)).toEqual([region]);
    }
  });

  test('finds only cities and communes, in any case and with any accents', () => {
    const accepted = new Set([
      ...comunas.map(({ name }) => name),
      ...regions.flatMap(({ cities }) => cities.map(({ name }) => name)),
    ]);
    expect(accepted.size).toBe(349);
    const folded = new Set([...accepted].map(foldText));
    const anyText = fc.oneof(
      fc.string({ unit: 'binary' }),
      anyComuna.map(({ name }) => foldText(name)),
      anyComuna.map(({ name }) => `${name} `),
      anyComuna.map(({ name }) => name.normalize('NFD')),
    );
    forAll(anyText, fc.constantFrom(...regions), (text, { code }) => {
      const found = findCity(code, text);
      if (!folded.has(foldText(text))) expect(found).toBeUndefined();
      else if (found !== undefined) expect(foldText(found)).toBe(foldText(text));
    });
  });

  test('leaves shipping as it is: the reduced rate for the two Chilláns only', () => {
    const cities = [...comunas, ...regions.flatMap((region) => region.cities)];
    const reduced = new Set(cities.map(({ name }) => name).filter(isChillan));
    expect([...reduced]).toEqual(['Chillán', 'Chillán Viejo']);
  });
});

describe('searching communes', () => {
  test('does not mind accents, case or blanks', () => {
    expect(names('ranquil')).toEqual(['Ránquil']);
    expect(names('  ÑUÑOA ')).toEqual(['Ñuñoa']);
    expect(names('nunoa')).toEqual(['Ñuñoa']);
    expect(names('vina del  mar')).toEqual(['Viña del Mar']);
  });

  test("does not mind apostrophes and hyphens: O'Higgins, Llay-Llay", () => {
    for (const typed of ["o'higgins", 'ohiggins', 'O’Higgins', 'O´Higgins']) {
      expect(names(typed), typed).toEqual(["O'Higgins"]);
    }
    expect(names('llay llay')).toEqual(['Llaillay']);
  });

  test('knows towns by their commune', () => {
    expect(names('hanga roa')).toEqual(['Isla de Pascua']);
    expect(names('Puerto Natales')).toEqual(['Natales']);
    expect(names('Tagua')).toEqual(['San Vicente']);
  });

  test('puts names that begin with it before the others', () => {
    expect(names('chill')).toEqual(['Chillán', 'Chillán Viejo']);
    expect(names('san p').slice(0, 4)).toEqual([
      'San Pablo',
      'San Pedro',
      'San Pedro de Atacama',
      'San Pedro de la Paz',
    ]);
    expect(names('florida')).toEqual(['Florida', 'La Florida']);
    // Names that begin with it, then words that do, then the rest; each group in alphabetical
    // order.
    expect(names('lag')).toEqual([
      ...['Lago Ranco', 'Lago Verde', 'Laguna Blanca', 'General Lagos', 'Los Lagos', 'Puyehue'],
      ...['Ollagüe', 'Talagante'],
    ]);
  });

  test('finds nothing for nothing, and eight at most', () => {
    expect(names('')).toEqual([]);
    expect(names('  ')).toEqual([]);
    expect(names('xyz')).toEqual([]);
    expect(names('a')).toHaveLength(8);
  });

  test('finds every commune by its own name, however it is written', () => {
    forAll(anyComuna, fc.constantFrom(0, 1, 2), (comuna, way) => {
      const typed = [comuna.name, foldText(comuna.name), comuna.name.toUpperCase()][way] ?? '';
      expect(searchComunas(typed)[0]).toBe(comuna);
    });
  });

  test('returns a result for any input', () => {
    forAll(fc.string({ unit: 'binary' }), (typed) => {
      expect(searchComunas(typed).length).toBeLessThanOrEqual(8);
    });
  });
});

test('a commune is looked up by region and name', () => {
  expect(findComuna('XVI', 'Ránquil')?.region).toBe('XVI');
  expect(findComuna('VIII', 'Ránquil')).toBeUndefined();
});

test('a city lies where the list or its commune has it', () => {
  expect(pointOfCity('XVI', 'Chillán')).toEqual({ lat: -36.6066, lng: -72.1034 });
  expect(pointOfCity('XVI', 'Ránquil')).toEqual({ lat: -36.6062, lng: -72.5362 });
  expect(pointOfCity('VI', 'San Vicente de Tagua Tagua')).not.toBeNull();
  expect(pointOfCity('XII', 'Antártica')).toBeNull();
  expect(pointOfCity('XX', 'Chillán')).toBeNull();
});
