import { expect, test } from 'vitest';
import { COURIERS, trackingUrl } from './couriers.ts';

test('every courier that is proposed has a page for its parcels', () => {
  for (const courier of COURIERS) expect(trackingUrl(courier, 'A 1')).toMatch(/^https:\/\/\S+$/);
  expect(trackingUrl('Starken', 'A 1')).toContain('A%201');
});

test('an unknown courier and a parcel without a number have none', () => {
  for (const courier of ['Don Pepe', 'constructor']) expect(trackingUrl(courier, '1')).toBeNull();
  expect(trackingUrl('Starken', null)).toBeNull();
});
