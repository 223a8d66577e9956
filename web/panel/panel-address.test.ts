import fc from 'fast-check';
import { expect, test } from 'vitest';
import { panelOrderUrl } from '#contract/orders/panel-order-url.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { PANEL_TABS, readPanelQuery, writePanelQuery } from './tab-place.ts';

test('a place in the panel has an address that people can read', () => {
  expect(writePanelQuery({ tab: 'pedidos' })).toBe('panel=pedidos');
  expect(writePanelQuery({ tab: 'pedidos', id: 'PIN-12' })).toBe('panel=pedidos/PIN-12');
  const filters = { buscar: 'ana pérez', estado: 'pendiente', desde: '' };
  expect(writePanelQuery({ tab: 'pedidos', filters })).toBe(
    'panel=pedidos&buscar=ana+p%C3%A9rez&estado=pendiente',
  );
});

test('every place comes back from its address', () => {
  const words = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '');
  const places = fc.record({
    tab: fc.constantFrom(...PANEL_TABS),
    id: fc.option(words.filter((text) => !text.includes('/'))),
    filters: fc.dictionary(fc.constantFrom('buscar', 'estado', 'desde'), words),
  });
  forAll(places, (place) => {
    expect(readPanelQuery(writePanelQuery(place))).toEqual(place);
  });
});

test('an unknown address opens the first tab', () => {
  const first = { tab: 'pedidos', id: null, filters: {} };
  expect(readPanelQuery('?panel=')).toEqual(first);
  expect(readPanelQuery('?panel=__proto__')).toEqual(first);
  expect(readPanelQuery('?panel=pedidos/')).toEqual(first);
});

test("the address in a label's QR code and in the mail opens the order", () => {
  const { search } = new URL(panelOrderUrl('https://pines.cl', '7K4MQ-X2TBA'));
  expect(readPanelQuery(search)).toEqual({ tab: 'pedidos', id: '7K4MQ-X2TBA', filters: {} });
});
