import { describe, expect, test } from 'vitest';
import { NO_FURTHER_WAYS } from '#domain/delivery/ways.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { DEFAULT_COURIERS } from '#domain/production/couriers.ts';
import { notice as group } from './notice.ts';
import { closedMessage, noticeOn } from './notice-texts.ts';
import {
  changeGroup,
  mapGroups,
  pinsOf,
  type Settings,
  settingsGroups,
  shippingOf,
} from './settings.ts';

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

describe('price and press of the first product on offer', () => {
  const product = (id: string, retired = false) => ({
    ...{ id, name: id, press: { face: 32, cut: 43, safe: 27 }, price: 1200, steps: [] },
    ...{ finishes: [], retired },
  });
  const usual = mapGroups<Settings>((name) => settingsGroups[name].usual);
  const [old, a, b] = [product('old', true), product('a'), product('b')];
  const changed = changeGroup(usual, 'products', { products: [old, a, b] });

  test('are shown as those of the shop, and what is retired is not on offer', () => {
    expect(changed.prices).toEqual({ ...DEFAULT_PRICES, pin: 1200 });
    expect(changed.press).toMatchObject({ faceMm: 32, cutMm: 43, safeMm: 27, paper: 'a4' });
    const pins = pinsOf(changed);
    expect(pins.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(pins[0]).not.toHaveProperty('retired');
  });

  test('are changed with those of the shop', () => {
    const prices = { ...changed.prices, pin: 1500, steps: [{ from: 10, price: 1400 }] };
    const { products } = changeGroup(changed, 'prices', prices).products;
    expect(products).toEqual([old, { ...a, price: 1500, steps: prices.steps }, b]);
    const press = { ...changed.press, ...DEFAULT_PRESS };
    expect(changeGroup(changed, 'press', press).products.products[1]).toEqual({
      ...a,
      press: { face: 58, cut: 70, safe: 51 },
    });
    expect(changeGroup(changed, 'notice', changed.notice)).toEqual(changed);
  });
});

test('parcels cost what the prices say, by the ways on offer', () => {
  const ways = { ...NO_FURTHER_WAYS, payOnArrival: true };
  const couriers = { couriers: DEFAULT_COURIERS };
  expect(shippingOf({ prices: DEFAULT_PRICES, ways, couriers })).toEqual({
    ...DEFAULT_PRICES,
    ways: { payOnArrival: true },
  });
});
