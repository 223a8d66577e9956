import { describe, expect, test } from 'vitest';
import { findCity, findRegion, regionName, regions } from './regions.ts';

const cities = regions.flatMap((region) => region.cities);

test('the 16 regions stand in their order under their full names', () => {
  expect(regions.map(({ code, name }) => `${code} ${name}`)).toEqual([
    'XV Arica y Parinacota',
    'I Tarapacá',
    'II Antofagasta',
    'III Atacama',
    'IV Coquimbo',
    'V Valparaíso',
    'RM Metropolitana de Santiago',
    "VI Libertador General Bernardo O'Higgins",
    'VII Maule',
    'XVI Ñuble',
    'VIII Biobío',
    'IX La Araucanía',
    'XIV Los Ríos',
    'X Los Lagos',
    'XI Aysén',
    'XII Magallanes y de la Antártica Chilena',
  ]);
});

test("Santiago's region offers its ten cities in their order", () => {
  expect(findRegion('RM')?.cities.map(({ name }) => name)).toEqual([
    'Santiago',
    'Puente Alto',
    'Maipú',
    'Las Condes',
    'La Florida',
    'Providencia',
    'Ñuñoa',
    'San Bernardo',
    'Peñalolén',
    'Melipilla',
  ]);
});

describe('the cities', () => {
  test('are 79 in all, from 2 to 10 in each region, none twice', () => {
    expect(cities).toHaveLength(79);
    expect(new Set(cities.map(({ name }) => name)).size).toBe(79);
    for (const region of regions) {
      expect(region.cities.length, region.name).toBeGreaterThanOrEqual(2);
      expect(region.cities.length, region.name).toBeLessThanOrEqual(10);
    }
  });

  test('are written in composed letters without blanks around them', () => {
    for (const { name } of [...cities, ...regions]) expect(name).toBe(name.normalize('NFC').trim());
  });

  test('lie in Chile, each in a place of its own', () => {
    for (const { name, lat, lng } of cities) {
      expect(lat, name).toBeGreaterThan(-56);
      expect(lat, name).toBeLessThan(-17);
      expect(lng, name).toBeGreaterThan(-76);
      expect(lng, name).toBeLessThan(-66);
    }
    expect(new Set(cities.map(({ lat, lng }) => `${lat},${lng}`)).size).toBe(79);
  });

  test('lie near the other cities of their region', () => {
    for (const region of regions) {
      const lats = region.cities.map(({ lat }) => lat);
      expect(Math.max(...lats) - Math.min(...lats), region.name).toBeLessThan(2.5);
    }
  });

  test.each([
    ['Arica', -18.48, -70.31],
    ['Santiago', -33.45, -70.66],
    ['Chillán', -36.61, -72.1],
    ['Punta Arenas', -53.16, -70.91],
  ])('%s lies where the maps have it', (wanted, lat, lng) => {
    const city = cities.find(({ name }) => name === wanted);
    expect(city?.lat).toBeCloseTo(lat, 1);
    expect(city?.lng).toBeCloseTo(lng, 1);
  });
});

describe('looking regions up', () => {
  test('finds every region by its code and no other', () => {
    for (const region of regions) expect(findRegion(region.code)).toBe(region);
    for (const code of ['', 'rm', 'XIII', 'XVII', 'Ñuble', '__proto__', 'constructor']) {
      expect(findRegion(code), code).toBeUndefined();
    }
  });

  test('names a region by its code and gives an unknown code back', () => {
    expect(regionName('XVI')).toBe('Ñuble');
    expect(regionName('XX')).toBe('XX');
  });

  test('every city belongs to its own region and to no other', () => {
    for (const region of regions) {
      for (const other of regions) {
        const belongs = region.cities.map(({ name }) => findCity(other.code, name) !== undefined);
        expect(new Set(belongs)).toEqual(new Set([region === other]));
      }
    }
  });

  test('a city is found in any case and with any accents, under its own name', () => {
    for (const typed of ['Chillan', 'CHILLAN', 'chillán', ' Chillán ', 'CHILLÁN'])
      expect(findCity('XVI', typed), typed).toBe('Chillán');
    expect(findCity('XVI', 'chillan viejo')).toBe('Chillán Viejo');
    expect(findCity('XVI', 'Concepción')).toBeUndefined();
    expect(findCity('XVI', '')).toBeUndefined();
    expect(findCity('', 'Chillán')).toBeUndefined();
  });
});
