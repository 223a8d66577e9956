import { expect, test } from 'vitest';
import { DEFAULT_COURIERS, isTrackingPage, trackingUrl } from './couriers.ts';

const url = (courier: string, tracking: string | null, couriers = DEFAULT_COURIERS) =>
  trackingUrl(courier, tracking, couriers);

test('every courier of a new shop has a page for its parcels', () => {
  for (const { name, page } of DEFAULT_COURIERS) {
    expect(isTrackingPage(page)).toBe(true);
    expect(url(name, 'A 1')).toMatch(/^https:\/\/\S+$/);
  }
  expect(url('Starken', 'A 1')).toContain('A%201');
});

test('a page may be an address alone', () => {
  expect(isTrackingPage('https://a.cl')).toBe(true);
});

test('an unknown courier and a parcel without a number have none', () => {
  for (const courier of ['Don Pepe', 'constructor']) expect(url(courier, '1')).toBeNull();
  expect(url('Starken', null)).toBeNull();
});

test("a custom courier's page gets the encoded number, in any case of its name", () => {
  const own = [{ name: 'Pullmán Go', page: 'https://go.cl/{tracking}?n={tracking}' }];
  expect(url('pullman go', '$& /1', own)).toBe('https://go.cl/%24%26%20%2F1?n=%24%26%20%2F1');
  expect(url('Pullmán Go', '1', [{ name: 'Pullmán Go', page: '' }])).toBeNull();
});

test.each([
  'http://a.cl/{tracking}',
  'javascript:alert(1)//{tracking}',
  'https://{tracking}.a.cl/',
  'https://a.cl@b.cl/{tracking}',
  'https://a.cl/ {tracking}',
  'a.cl',
  'ver https://a.cl/',
])('%s is no page to track parcels on', (page) => expect(isTrackingPage(page)).toBe(false));
