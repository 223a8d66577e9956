import { expect, test } from 'vitest';
import { emptyDelivery } from '#domain/delivery.ts';
import { isSameValue } from './saved-address.ts';
import { isPointFar } from './use-delivery-form.ts';

test('points are the same when their degrees are', () => {
  expect(isSameValue({ lat: 1, lng: 2 }, { lat: 1, lng: 2 })).toBe(true);
  expect(isSameValue({ lat: 1, lng: 2 }, { lat: 1, lng: 3 })).toBe(false);
  expect(isSameValue(null, { lat: 1, lng: 2 })).toBe(false);
  expect(isSameValue(null, null)).toBe(true);
  expect([isSameValue('a', 'a'), isSameValue('a', 'b')]).toEqual([true, false]);
});

test('a point is far when it belongs to another city', () => {
  const coordinates = { lat: -33.45, lng: -70.66 };
  const far = (region: string, city: string) =>
    isPointFar({ ...emptyDelivery, region, city, coordinates });
  expect(far('RM', 'Providencia')).toBe(false);
  expect(far('RM', 'Colina')).toBe(false);
  expect(far('XVI', 'Chillán')).toBe(true);
  expect(far('XVI', 'Ránquil')).toBe(true);
  expect(far('RM', '')).toBe(false);
  expect(isPointFar({ ...emptyDelivery, region: 'XVI', city: 'Chillán' })).toBe(false);
});
