import { describe, expect, test } from 'vitest';
import { MAX_ITEMS } from '#domain/pins/images.ts';
import { FIRST_STYLE, type PinText } from '#domain/pins/text.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRows } from '#server/testing/rows.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const camila: PinText = { ...FIRST_STYLE, value: 'Camila' };
const ñandu: PinText = {
  value: 'Ñandú & <b>Łukasz</b>',
  font: 'pacifico',
  path: 'circle',
  colour: '#c8203f',
  outline: null,
  place: 'bottom',
  size: 'large',
};

describe.each(anyDatabase)('texts on pins on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  async function order(texts: readonly (PinText | null)[]) {
    const [imageUrl = ''] = await addPictures(adminShop.shop.context, 1);
    return makeOrder({ images: texts.map((text) => ({ imageUrl, text })) });
  }

  test('are items of one picture, and come back as they were sent', async () => {
    const { id, items } = placed(await adminShop.shop.placeOrder(await order([camila, ñandu])));
    expect(items.map(({ text }) => text)).toEqual([camila, ñandu]);
    const { body } = await adminShop.ask(`/orders/${id}`);
    expect(body.order).toMatchObject({ items: [{ text: camila }, { text: ñandu }] });
    const { body: board } = await adminShop.ask('/workshop');
    expect(JSON.stringify(board)).toContain('Camila');
  });

  test('are in no answer where there are none', async () => {
    const { id, items } = placed(await adminShop.shop.placeOrder(await order([null])));
    expect(items.map((item) => 'text' in item)).toEqual([false]);
    expect(JSON.stringify((await adminShop.ask(`/orders/${id}`)).body)).not.toContain('"text"');
  });

  test('are composed before they are stored', async () => {
    const decomposed = { ...camila, value: ' Jose\u0301 ' };
    const { items } = placed(await adminShop.shop.placeOrder(await order([decomposed])));
    expect(items[0]?.text?.value).toBe('José');
  });

  test('may be the same on two pins, and fill the largest order', async () => {
    const texts = Array.from({ length: MAX_ITEMS }, (_, at) => ({
      ...camila,
      value: `Nombre ${at % 400}`,
    }));
    const { items, deliveryData } = placed(await adminShop.shop.placeOrder(await order(texts)));
    expect(items).toHaveLength(MAX_ITEMS);
    expect(deliveryData.pricing).toMatchObject({ imagesCount: 500, imagesTotal: 500 * 1700 });
  });

  test('have a column in the spreadsheet once there are some', async () => {
    const file = await (await adminShop.fetchFile('/orders/export.csv')).text();
    expect(file.slice(0, file.indexOf('\r\n'))).toMatch(/;"?Texto del pin"?$/);
    expect(file).toMatch(/;"?Camila"?\r\n/);
  });

  test('are what a buyer approves, and no part of the history', async () => {
    const { id } = placed(await adminShop.shop.placeOrder(await order([ñandu])));
    const call = { method: 'POST', json: {} };
    expect((await adminShop.ask(`/orders/${id}/proofs/approved`, call)).status).toBe(201);
    const crop = { x: 0.4, y: 0.5, diameter: 1, rotation: 0 };
    const moved = { method: 'PATCH', json: { crop } };
    const { body } = await adminShop.ask(`/orders/${id}/items/1`, moved);
    expect(body.order).toMatchObject({ items: [{ text: ñandu }] });
    const audit = await findRows(adminShop.shop.context, 'audit_log');
    expect(JSON.stringify(audit)).not.toContain('ukasz');
  });

  test('are corrected until they are printed, which ends the approval of the wrong one', async () => {
    const { id } = placed(await adminShop.shop.placeOrder(await order([camila, null])));
    const ask = (path: string, json: object, method = 'PATCH') =>
      adminShop.ask(`/orders/${id}/${path}`, { method, json });
    await ask('proofs/approved', {}, 'POST');
    const text = ' Jose\u0301 ';
    expect((await ask('items/1', { text })).body.order).toMatchObject({
      items: [{ text: { ...camila, value: 'José' } }, {}],
      proof: { state: 'void' },
    });
    expect((await ask('items/1', { text: '  ' })).body.fields).toMatchObject({
      text: 'Falta el texto',
    });
    const emoji = await ask('items/1', { text: 'Ana 😀' });
    expect(emoji.body.fields).toMatchObject({ text: 'No tenemos letras para esto: 😀' });
    expect((await ask('items/2', { text: 'Ana' })).status).toBe(404);
    await ask('payment', { paidAt: '2026-03-09', how: 'Efectivo' }, 'PUT');
    await ask('proofs/approved', {}, 'POST');
    expect((await ask('marks/printed', {}, 'PUT')).status).toBe(200);
    expect((await ask('items/1', { text: 'Ana' })).body).toMatchObject({
      code: 'pictures_settled',
      message: 'Estos pines ya se imprimieron: su texto no se puede cambiar',
    });
    const log = await findRows(adminShop.shop.context, 'audit_log');
    expect(JSON.stringify(log)).toMatch(/"text/);
    expect(JSON.stringify(log)).not.toContain('José');
  });
});
