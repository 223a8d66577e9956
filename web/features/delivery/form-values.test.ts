import { expect, test } from 'vitest';
import { addressAnswer } from '#contract/delivery/delivery.ts';
import { keysOf } from '#domain/base/keys.ts';
import { emptyDelivery } from '#domain/delivery/delivery.ts';
import { namedSample } from '#domain/testing/sample-delivery.ts';
import { isSameValue, toEdits } from './saved-address.ts';
import { isPointFar } from './use-delivery-form.ts';

test('points are the same when their degrees are', () => {
  expect(isSameValue({ lat: 1, lng: 2 }, { lat: 1, lng: 2 })).toBe(true);
  expect(isSameValue({ lat: 1, lng: 2 }, { lat: 1, lng: 3 })).toBe(false);
  expect(isSameValue(null, { lat: 1, lng: 2 })).toBe(false);
  expect(isSameValue(null, null)).toBe(true);
  expect([isSameValue('a', 'a'), isSameValue('a', 'b')]).toEqual([true, false]);
});

test('a saved address fills in every field that it has, but for the e-mail', () => {
  const { email: _, notes, ...address } = namedSample;
  const saved = { ...address, email: null, lastUsed: '2026-03-09T12:00:00.000Z' };
  expect(toEdits(saved)).toEqual(address);
  expect(toEdits(saved)).not.toHaveProperty('notes', notes);
  expect([...Object.keys(toEdits(saved)), 'email'].sort()).toEqual(keysOf(addressAnswer).sort());
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
