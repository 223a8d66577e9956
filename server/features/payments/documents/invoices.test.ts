import { describe, expect, test } from 'vitest';
import { firstToken } from '#server/features/orders/order-link.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

const COMPANY = {
  ...{ rut: '1000005-k', name: 'Colegio Los Aromos SpA' },
  ...{ giro: 'Enseñanza', address: 'Arauco 5, Chillán' },
};
const ISSUED = { number: '77', issuedOn: '2026-03-09' };

describe.each(databases)('facturas on %s', (kind) => {
  const admin = useAdminShop(kind);
  const request = (id: string, more: object = {}) =>
    admin.shop.call('/api/orders/invoice', {
      json: { token: firstToken(admin.shop.context, id), ...COMPANY, ...more },
    });
  const note = (id: string, json: object) => admin.change(`${id}/document`, json);

  test('are requested by the buyer until a document is issued, of which there is one', async () => {
    const { id } = await admin.place();
    const wrong = await request(id, { rut: '1.000.005-1', name: ' ', giro: '', address: '' });
    expect([wrong.status, Object.keys(Object(wrong.body.fields))]).toEqual([
      400,
      ['rut', 'name', 'giro', 'address'],
    ]);
    expect((await request(id, { rut: ' ' })).body.fields).toEqual({ rut: 'Escribe el RUT' });
    const invoice = { ...COMPANY, rut: '1.000.005-K' };
    expect((await request(id)).body.order).toMatchObject({ invoice });
    for (const rut of ['1.000.005-K', '1000005k', '01000005-K', '1.000.005–k']) {
      expect((await request(id, { rut })).body.order).toMatchObject({ invoice });
    }
    const { history, invoice: kept } = await admin.read(id);
    expect([kept, history]).toMatchObject([
      invoice,
      [{ action: 'invoice_requested', changes: [{ field: 'invoice' }] }],
    ]);
    expect((await admin.view(id)).invoice).toMatchObject({ rut: '1.•••', address: '•••' });

    const factura = detailed(await note(id, { ...ISSUED, kind: 'factura' }));
    expect(factura.document).toEqual({ ...ISSUED, kind: 'factura', hasFile: false });
    expect(refused(await note(id, ISSUED))).toBe('409 document_issued');
    expect(refused(await request(id))).toBe('409 document_issued');
    await admin.ask(`/orders/${id}/document`, { method: 'DELETE' });
    expect(detailed(await note(id, ISSUED)).document).toEqual({ ...ISSUED, hasFile: false });
    expect(refused(await note(id, { ...ISSUED, kind: 'factura' }))).toBe('409 document_issued');
    expect(refused(await request('ajeno'))).toBe('404 not_found');
    const free = await admin.place();
    const items = [{ n: 1, quantity: 1 }];
    await admin.change(`${free.id}/items`, { items, agreedTotal: 0 });
    expect((await request(free.id)).body).toMatchObject({
      code: 'order_ended',
      message: 'Este pedido no cuesta nada: no lleva factura',
    });
    const cancelled = await admin.place();
    await admin.setStatus(cancelled.id, 'cancelled');
    expect((await request(cancelled.id)).body).toMatchObject({
      code: 'order_ended',
      message: 'Este pedido ya está completado o cancelado',
    });
  });

  test('are changed twenty times at most: each time is in the history', async () => {
    const { id } = await admin.place();
    for (let at = 0; at < 20; at += 1) {
      expect((await request(id, { name: `Curso ${at}` })).status).toBe(200);
    }
    expect(refused(await request(id))).toBe('429 too_many_requests');
  });
});
