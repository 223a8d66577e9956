import { describe, expect, test } from 'vitest';
import { comunas } from './comunas.ts';
import { findKnownCity } from './known-cities.ts';
import { regions } from './regions.ts';

const nameOf = (region: string, city: string) => findKnownCity(region, city)?.name ?? null;

describe('a known city', () => {
  test('is found by its own name before any other', () => {
    for (const { code, cities } of regions) {
      for (const { name } of cities) expect(nameOf(code, name)).toBe(name);
    }
  });

  test('is found without accents and in any case', () => {
    expect(nameOf('XVI', 'chillan')).toBe('Chillán');
    expect(nameOf('RM', 'ÑUÑOA')).toBe('Ñuñoa');
  });

  test('is found by a beginning, of either name', () => {
    expect(nameOf('VI', 'San Vicente')).toBe('San Vicente de Tagua Tagua');
    expect(nameOf('XVI', 'Chillán Centro')).toBe('Chillán');
    expect(nameOf('RM', 'Maipú Santiago')).toBe('Maipú');
    expect(nameOf('RM', 'Santiago Maipú')).toBe('Santiago');
  });

  test('is found by a part, of either name', () => {
    expect(nameOf('XII', 'Natales')).toBe('Puerto Natales');
    expect(nameOf('XI', 'Aysén')).toBe('Puerto Aysén');
    expect(nameOf('V', 'Barrio de Viña del Mar')).toBe('Viña del Mar');
  });

  test('is one of the region: a namesake elsewhere does not count', () => {
    expect(nameOf('RM', 'San Pedro')).toBeNull();
    expect(nameOf('', 'San Pedro')).toBe('San Pedro de la Paz');
  });

  test('is matched by whole words', () => {
    expect(nameOf('XVI', 'Chi')).toBeNull();
    expect(nameOf('VI', 'Ranca')).toBeNull();
    expect(nameOf('XVI', '')).toBeNull();
    expect(nameOf('XVI', '  ')).toBeNull();
  });

  test('is not used for a commune far away', () => {
    for (const { name, region, point } of comunas) {
      const known = findKnownCity(region, name);
      if (!known || !point) continue;
      expect(Math.hypot(known.lat - point.lat, known.lng - point.lng), name).toBeLessThan(0.2);
    }
  });
});
