import { expect, test } from 'vitest';
import { ORDER_STATUSES } from '#domain/orders/status.ts';
import { readPanelQuery, writePanelQuery } from '#web/panel/tab-place.ts';
import { noFilter, readFilter, toQuery, writeFilter } from './order-filter.ts';

test.each(ORDER_STATUSES.map((status) => ({ ...noFilter, status })))(
  'the list narrowed to $status comes back from its address',
  (form) => {
    expect(readFilter(writeFilter(form))).toEqual(form);
  },
);

test('every field comes back from the address, by a readable name', () => {
  const form = {
    q: 'Ñandú & hijos',
    status: 'processing',
    type: 'guest',
    document: 'missing',
    from: '2026-03-01',
    to: '2026-03-09',
  };
  const query = writePanelQuery({ tab: 'pedidos', filters: writeFilter(form) });
  expect(query).toContain(
    '&estado=en-proceso&tipo=invitado&boleta=falta&desde=2026-03-01&hasta=2026-03-09',
  );
  expect(readFilter(readPanelQuery(query).filters)).toEqual(form);
});

test('what the form cannot hold is left out', () => {
  const filters = { estado: 'toString', tipo: 'guest', desde: '2026-02-30', hasta: 'ayer' };
  expect(readFilter(filters)).toEqual(noFilter);
  // A field of the browser, while its year is typed.
  expect(toQuery({ ...noFilter, from: '0202-03-09', to: '2026-03-09' })).toMatchObject({
    ...{ from: '', to: '2026-03-09' },
  });
});
