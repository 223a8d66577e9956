import { describe, expect, test } from 'vitest';
import { NO_FURTHER_WAYS } from '#domain/delivery/ways.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { DEFAULT_COURIERS } from '#domain/production/couriers.ts';
import { notice as group } from './notice.ts';
import { closedMessage, noticeOn } from './notice-texts.ts';
import { pinsOf, shippingOf } from './settings.ts';

describe('a notice is shown', () => {
  const notice = { ...group.usual, text: 'Cerramos', from: '2026-09-17', to: '2026-09-19' };

  test.each([
    ['2026-09-16', null],
    ['2026-09-17', 'Cerramos'],
    ['2026-09-19', 'Cerramos'],
    ['2026-09-20', null],
  ])('on %s: %s', (day, shown) => expect(noticeOn(notice, day)).toBe(shown));

  test('without a beginning or an end where none is set, and never without a text', () => {
    expect(noticeOn({ ...notice, from: null }, '2020-01-01')).toBe('Cerramos');
    expect(noticeOn({ ...notice, to: null }, '2030-01-01')).toBe('Cerramos');
    expect(noticeOn({ ...notice, text: '' }, '2026-09-18')).toBeNull();
  });
});

test('a shop that takes no orders says why, as one sentence after another', () => {
  expect(closedMessage(group.usual)).toBe('No recibimos pedidos por ahora');
  for (const closedText of ['Volvemos en marzo', 'Volvemos en marzo.']) {
    expect(closedMessage({ closedText })).toBe('No recibimos pedidos por ahora. Volvemos en marzo');
  }
  expect(closedMessage({ closedText: 'Hasta el 3. Gracias' })).toMatch(/ Hasta el 3\. Gracias$/);
});

test('what is retired is not on offer, the first of the rest costs what the shop asks', () => {
  const product = (id: string, retired: boolean) => ({
    ...{ id, name: id, press: { face: 32, cut: 43, safe: 27 }, price: 1200, steps: [] },
    ...{ finishes: [], retired },
  });
  const press = { ...DEFAULT_PRESS, paper: 'a4', marginMm: 5, gapMm: 2 } as const;
  const products = [product('old', true), product('a', false), product('b', false)];
  const pins = pinsOf({ prices: DEFAULT_PRICES, press, products: { products } });
  expect(pins.map(({ id, price }) => [id, price.pin])).toEqual([
    ['a', 1700],
    ['b', 1200],
  ]);
  expect(pins[0]).not.toHaveProperty('retired');
});

test('parcels cost what the prices say, by the ways on offer', () => {
  const ways = { ...NO_FURTHER_WAYS, payOnArrival: true };
  const couriers = { couriers: DEFAULT_COURIERS };
  expect(shippingOf({ prices: DEFAULT_PRICES, ways, couriers })).toEqual({
    ...DEFAULT_PRICES,
    ways: { payOnArrival: true },
  });
});
