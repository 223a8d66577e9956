import { describe, expect, test } from 'vitest';
import { firstToken } from '#server/features/orders/order-link.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { makeOrder } from '#server/testing/orders.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { sweepRequestedPictures } from './change-requests.ts';

describe.each(anyDatabase)("a buyer's request for a change on %s", (kind) => {
  const adminShop = useAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  const fresh = async () => (await addPictures(adminShop.shop.context, 1))[0] ?? '';
  const ask = (id: string, json: object) =>
    adminShop.shop.call('/api/orders/change', {
      json: { token: firstToken(adminShop.shop.context, id), ...json },
    });
  const answer = (id: string, json: object) => adminShop.change(`${id}/change`, json, 'POST');
  const inToday = async (id: string) => {
    const { changes, counts } = (await adminShop.ask('/today')).body;
    return { row: [changes].flat().find((each) => Object(each).id === id), counts };
  };
  const isStored = async (imageUrl: string) => {
    const uploads = adminShop.shop.context.db.queries.selectFrom('uploads').select('id');
    return (await uploads.where('id', '=', pictureId(imageUrl) ?? '').execute()).length === 1;
  };

  test("lands in 'Hoy'; its pictures may be used in the order; the answer closes it", async () => {
    const { id } = await adminShop.place();
    const imageUrl = await fresh();
    const { images } = makeOrder({ images: [{ imageUrl, quantity: 3, notes: 'la azul' }] });
    const words = 'Mejor que sean 15, y este más';
    expect((await adminShop.view(id)).canChange).toBe(true);
    const sent = await ask(id, { words, images });
    expect([sent.status, sent.body.order]).toMatchObject([
      202,
      { canChange: false, changeRequest: { isOpen: true, accepted: null, answer: null } },
    ]);
    expect(JSON.stringify(sent.body)).not.toContain(words);
    expect(refused(await ask(id, { words: 'Otra cosa' }))).toBe('409 change_open');
    expect((await inToday(id)).row).toMatchObject({ words, waitsFor: 'payment' });
    expect(await adminShop.read(id)).toMatchObject({
      changeRequest: {
        words,
        images: [{ quantity: 3, notes: 'la azul', originalName: 'foto 1.jpg' }],
      },
    });

    const items = [
      { n: 1, quantity: 15 },
      { imageUrl, quantity: 3 },
    ];
    expect(detailed(await adminShop.change(`${id}/items`, { items })).items).toHaveLength(2);
    const done = detailed(await answer(id, { accepted: true, words: 'Listo' }));
    expect(done.changeRequest).toMatchObject({ isOpen: false, accepted: true, answer: 'Listo' });
    expect((await inToday(id)).row).toBeUndefined();
    expect(await adminShop.view(id)).toMatchObject({ canChange: true });
    const mails = await adminShop.mailed(id);
    for (const mail of ['change_told', 'order_changed', 'change_answered']) {
      expect(mails.filter((each) => each === mail)).toHaveLength(1);
    }
    // Without an open one nothing changes.
    expect(detailed(await answer(id, { accepted: false })).version).toBe(done.version);
    expect((await ask(id, { words: 'Y otro más' })).status).toBe(202);
  });

  test('its pictures go once the order is printed, unless they are in it', async () => {
    const { id } = await adminShop.place();
    const [used, unused] = [await fresh(), await fresh()];
    const { images } = makeOrder({ images: [used, unused] });
    await ask(id, { words: 'Estas dos', images });
    await adminShop.change(`${id}/items`, { items: [{ imageUrl: used, quantity: 1 }] });
    const { context } = adminShop.shop;
    await sweepRequestedPictures(context);
    expect(await isStored(unused)).toBe(true);
    await adminShop.change(`${id}/marks/printed`, {});
    await sweepRequestedPictures(context);
    expect([await isStored(used), await isStored(unused)]).toEqual([true, false]);
    expect((await adminShop.read(id)).changeRequest?.images).toEqual([]);
    expect(refused(await ask(id, { words: 'Tarde' }))).toBe('409 order_under_way');
  });

  test.each([
    ['completed', (id: string) => adminShop.setStatus(id, 'completed')],
    ['cancelled', (id: string) => adminShop.setStatus(id, 'cancelled')],
    ['refunded', (id: string) => adminShop.change(`${id}/refunds`, { how: 'cash' }, 'POST')],
  ])('is not promised for a %s order, but can be declined', async (_, end) => {
    const id = await adminShop.placePaid();
    await ask(id, { words: 'Que sean 15' });
    await end(id);
    expect(await adminShop.view(id)).toMatchObject({ canChange: false });
    expect(refused(await answer(id, { accepted: true }))).toBe('409 order_ended');
    expect(await adminShop.mailed(id)).not.toContain('change_answered');
    expect(detailed(await answer(id, { accepted: false })).changeRequest?.isOpen).toBe(false);
    expect(await adminShop.mailed(id)).toContain('change_answered');
    expect((await ask(id, { words: 'Y ahora 20' })).status).toBe(409);
    expect(await adminShop.view(id)).toMatchObject({ canChange: false });
  });

  test('words, answer and pictures go with the person', async () => {
    const email = 'fuera@correo.cl';
    const { id } = await adminShop.place({ delivery: { email } });
    const imageUrl = await fresh();
    await ask(id, { words: 'Para Camila', images: makeOrder({ images: [imageUrl] }).images });
    await adminShop.change(`${id}/items`, {
      items: [{ n: 1, quantity: 1 }],
      charges: [{ label: 'Regalo de Camila', amount: 100 }],
    });
    await answer(id, { accepted: true, words: 'Listo, Camila' });
    await adminShop.setStatus(id, 'cancelled');
    const done = await adminShop.ask(`/people?email=${email}`, { method: 'DELETE' });
    expect(done.status).toBe(200);
    const erased = await adminShop.read(id);
    expect(erased.changeRequest).toMatchObject({ words: null, answer: null, images: [] });
    expect(erased.charges).toMatchObject([{ label: 'Cargo', amount: 100 }]);
    expect(await isStored(imageUrl)).toBe(false);
    expect(JSON.stringify(erased)).not.toContain('Camila');
  });

  test('is refused for others, without words, and for a foreign picture', async () => {
    const { id } = await adminShop.place();
    // Who typed the same e-mail may be another person.
    const other = await adminShop.place();
    const { images } = makeOrder({ images: [other.items[0]?.imageUrl ?? ''] });
    const foreign = await ask(id, { words: 'Esta', images });
    expect([refused(foreign), foreign.body.fields]).toEqual([
      '409 image_already_ordered',
      { 'images.0.imageUrl': expect.any(String) },
    ]);
    expect((await ask(id, { words: ' ' })).body.fields).toEqual({
      words: 'Cuéntanos qué quieres cambiar',
    });
    expect(refused(await ask(id, { words: 'x', token: 'x.y' }))).toBe('404 not_found');
    const json = { orderId: id, words: 'x' };
    expect(refused(await adminShop.shop.call('/api/orders/change', { json }))).toBe(
      '401 unauthenticated',
    );
    await adminShop.setStatus(id, 'cancelled');
    expect(refused(await ask(id, { words: 'x' }))).toBe('409 order_ended');
    const { order } = await adminShop.open();
    expect(refused(await ask(order.id, { words: 'x' }))).toBe('409 order_incomplete');
  });
});
