import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { sweepReplaced } from '#server/features/production/replaced-pictures.ts';
import { pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { mailJobsOf } from '#server/testing/jobs.ts';
import { lastProofToken, viewProof } from '#server/testing/proofs.ts';
import { setRows } from '#server/testing/rows.ts';
import { databases, testOnAny, testRaceOn, useAdminShop } from '#server/testing/use-shop.ts';
import { workOff } from '#server/testing/work-off.ts';

describe.each(databases)('other pictures for an order on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const testRace = testRaceOn(kind);
  let ahead = 0;
  const env = { SHOP_EMAIL: 'hola@pines.cl' };
  const adminShop = useAdminShop(kind, { env, clock: () => Date.now() + ahead });

  const ask = (path: string, json: unknown, method = 'POST') =>
    adminShop.ask(`/orders/${path}`, { method, json });
  const call = (path: string, json: unknown) =>
    adminShop.shop.call(`/api/orders/${path}`, { json });
  const fresh = async () => (await addPictures(adminShop.shop.context, 1))[0] ?? '';

  async function mailsOf(id: string, mail: string): Promise<{ token?: string }[]> {
    const jobs = await mailJobsOf(adminShop.shop.context.db, id, mail);
    return jobs.map(({ payload }) => JSON.parse(payload));
  }

  async function request(id: string, items: number[]): Promise<string> {
    const asked = await ask(`${id}/picture-requests`, { items, words: 'Está muy pequeña' });
    expect(asked.status).toBe(201);
    // The sequence of mails within one millisecond is undefined.
    ahead += 5;
    return (await mailsOf(id, 'picture_requested')).at(-1)?.token ?? '';
  }

  test('are requested by mail: the order waits, and continues once they are there', async () => {
    const { id } = await adminShop.place({ pictures: 3 });
    await ask(`${id}/payment`, { paidAt: '2026-11-02', how: 'Transferencia' }, 'PUT');
    await ask(`${id}/proofs`, {});
    const proof = await lastProofToken(adminShop.shop, id);
    const token = await request(id, [3, 1, 3]);
    expect(await adminShop.read(id)).toMatchObject({
      waitsFor: 'picture',
      pictureRequest: { items: [1, 3], words: 'Está muy pequeña' },
    });
    expect((await adminShop.view(id)).picturesRequested).toBe(true);
    const view = await call('picture/view', { token: `imagen-${token}` });
    expect(view.body).toMatchObject({
      orderId: id,
      words: 'Está muy pequeña',
      items: [{ n: 1 }, { n: 3 }],
    });
    // No personal data of the buyer.
    expect(JSON.stringify(view.body)).not.toMatch(/Camila|correo|Av\./);
    const [one, two] = [await fresh(), await fresh()];
    const first = await call('picture', {
      token,
      item: 3,
      imageUrl: one,
      originalName: 'nueva.png',
    });
    expect([first.status, first.body.left]).toEqual([200, 1]);
    expect(refused(await call('picture', { token, item: 3, imageUrl: two }))).toBe('404 not_found');
    expect(refused(await call('picture', { token, item: 2, imageUrl: two }))).toBe('404 not_found');
    expect(await mailsOf(id, 'picture_replaced')).toEqual([]);
    const last = await call('picture', { token, item: 1, imageUrl: two });
    expect([last.status, last.body.left]).toEqual([200, 0]);
    const after = await adminShop.read(id);
    expect(after).toMatchObject({ pictureRequest: null, proof: { state: 'void' } });
    expect((await adminShop.view(id)).picturesRequested).toBe(false);
    expect(after.waitsFor).not.toBe('picture');
    expect(after.items.map(({ imageUrl }) => pictureId(imageUrl))).toEqual([
      pictureId(two),
      expect.any(String),
      pictureId(one),
    ]);
    expect(after.items[2]?.originalName).toBe('nueva.png');
    expect(refused(await call('picture/view', { token }))).toBe('404 not_found');
    expect((await viewProof(adminShop.shop, proof)).status).toBe(404);
    expect([await mailsOf(id, 'picture_replaced'), await mailsOf(id, 'picture_received')]).toEqual([
      [expect.anything()],
      [expect.anything()],
    ]);
    const today = await adminShop.ask('/today');
    expect(today.body.answers).toContainEqual(expect.objectContaining({ id, hasNewPicture: true }));
  });

  test('a later request ends the link of the one before; taken back, it is dead', async () => {
    const { id } = await adminShop.place({ pictures: 2 });
    const before = await request(id, [1]);
    const token = await request(id, [2]);
    expect(refused(await call('picture/view', { token: before }))).toBe('404 not_found');
    expect((await call('picture/view', { token })).status).toBe(200);
    const withdrawn = await adminShop.ask(`/orders/${id}/picture-requests`, { method: 'DELETE' });
    expect(detailed(withdrawn)).toMatchObject({ waitsFor: 'payment', pictureRequest: null });
    expect(refused(await call('picture/view', { token }))).toBe('404 not_found');
  });

  testAbove('a link is dead after its days, once printed, and for a corrected e-mail', async () => {
    const placed = await adminShop.place();
    const { id } = placed;
    const token = await request(id, [1]);
    const address = { ...placed.deliveryData, email: 'otra@correo.cl' };
    expect((await ask(`${id}/address`, address, 'PUT')).status).toBe(200);
    expect(refused(await call('picture/view', { token }))).toBe('404 not_found');

    const again = await request(id, [1]);
    await ask(`${id}/marks/printed`, {}, 'PUT');
    const refusal = await call('picture', { token: again, item: 1, imageUrl: await fresh() });
    expect(refused(refusal)).toBe('409 pictures_settled');
    expect(refused(await ask(`${id}/picture-requests`, { items: [1], words: 'x' }))).toBe(
      '409 pictures_settled',
    );

    const other = await adminShop.place();
    const late = await request(other.id, [1]);
    ahead += 15 * DAY_MS;
    expect(refused(await call('picture/view', { token: late }))).toBe('404 not_found');
  });

  testAbove('are not requested of an order that ended, or that has no mailbox', async () => {
    const { id } = await adminShop.place();
    const asked = () => ask(`${id}/picture-requests`, { items: [1], words: 'x' });
    await setRows(adminShop.shop.context, 'orders', { id }, { user_email: null, email: null });
    expect(refused(await asked())).toBe('409 buyer_unreachable');
    const token = firstToken(adminShop.shop.context, id);
    expect(refused(await call('picture/link', { token }))).toBe('409 buyer_unreachable');
    await ask(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    expect(refused(await asked())).toBe('409 order_ended');
  });

  testAbove('a buyer who wants to change one is mailed a link, whoever requests it', async () => {
    const { id } = await adminShop.place({ pictures: 2 });
    const of = { token: firstToken(adminShop.shop.context, id) };
    expect((await call('picture/link', of)).status).toBe(202);
    const [{ token } = {}] = await mailsOf(id, 'picture_link');
    const view = await call('picture/view', { token });
    expect(view.body).toMatchObject({ words: null, items: [{ n: 1 }, { n: 2 }] });
    expect((await adminShop.read(id)).waitsFor).toBe('payment');
    for (const item of [1, 2, 1]) {
      const done = await call('picture', { token, item, imageUrl: await fresh() });
      expect([done.status, done.body.left]).toEqual([200, 0]);
    }
    expect(refused(await call('picture/link', { orderId: id }))).toBe('401 unauthenticated');
    expect(refused(await call('picture/link', { token: 'x.y' }))).toBe('404 not_found');
  });

  testAbove('changes unasked are bounded, and told once an hour', async () => {
    const { id } = await adminShop.place();
    await call('picture/link', { token: firstToken(adminShop.shop.context, id) });
    const [{ token } = {}] = await mailsOf(id, 'picture_link');
    const replace = async (imageUrl: string) => call('picture', { token, item: 1, imageUrl });
    const countMails = async () => [
      (await mailsOf(id, 'picture_received')).length,
      (await mailsOf(id, 'picture_replaced')).length,
    ];
    const same = await fresh();
    for (const imageUrl of [same, same, await fresh()]) {
      expect((await replace(imageUrl)).status).toBe(200);
    }
    const replaced = (await adminShop.read(id)).history.filter(
      ({ action }) => action === 'picture_replaced',
    );
    expect(replaced).toHaveLength(2);
    expect(await countMails()).toEqual([1, 1]);
    ahead += 3_600_000;
    expect((await replace(await fresh())).status).toBe(200);
    expect(await countMails()).toEqual([2, 2]);
    for (let count = 3; count < 13; count += 1) {
      expect((await replace(await fresh())).status).toBe(200);
    }
    expect(refused(await replace(await fresh()))).toBe('409 pictures_settled');
    expect(await countMails()).toEqual([2, 2]);
    // For pictures that the shop requested, the mail is sent at once.
    const requested = { token: await request(id, [1]), item: 1, imageUrl: await fresh() };
    expect((await call('picture', requested)).status).toBe(200);
    expect(await countMails()).toEqual([3, 3]);
  });

  testAbove('the owner goes back to the one before, and forth, until it is printed', async () => {
    const { id, items } = await adminShop.place({ pictures: 2 });
    const { context } = adminShop.shop;
    const shown = async () =>
      (await adminShop.read(id)).items.map(({ imageUrl }) => pictureId(imageUrl));
    const files = async () => {
      await workOff(adminShop.shop);
      return adminShop.shop.storedFiles();
    };
    const hasFile = async (picture: string) =>
      (await files()).some((name) => name.startsWith(picture));
    const back = (n = 1) => ask(`${id}/items/${n}/previous-picture`, {});
    expect((await adminShop.read(id)).previousPictures).toBeUndefined();
    expect(refused(await back())).toBe('404 not_found');

    const [first, other] = items.map(({ imageUrl }) => pictureId(imageUrl) ?? '');
    const sent: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      const imageUrl = await fresh();
      sent.push(pictureId(imageUrl) ?? '');
      const token = await request(id, [1]);
      const crop = { x: 0.4, y: 0.6, diameter: 0.5, rotation: 10 * count, background: null };
      expect((await call('picture', { token, item: 1, imageUrl, crop })).status).toBe(200);
    }
    const [dropped = '', second, third] = sent;
    expect(await shown()).toEqual([third, other]);
    expect((await adminShop.read(id)).previousPictures).toMatchObject([
      { n: 1, imageUrl: expect.stringContaining(String(second)) },
    ]);
    // The first picture and the last replaced one are kept.
    expect([await hasFile(dropped), await hasFile(String(first))]).toEqual([false, true]);

    await ask(`${id}/proofs`, {});
    const undone = detailed(await back());
    expect(undone).toMatchObject({
      items: [{ crop: { rotation: 10 } }, {}],
      proof: { state: 'void' },
      previousPictures: [{ n: 1 }],
    });
    expect(undone.history.at(-1)).toMatchObject({ action: 'picture_restored', reason: null });
    expect(await mailsOf(id, 'picture_restored')).toHaveLength(1);
    const { body } = await adminShop.ask('/today');
    const inToday = [body.answers].flat().filter((each) => Object(each).id === id);
    expect(inToday).toEqual([]);
    expect(await shown()).toEqual([second, other]);
    for (const expected of [first, third, second, first]) {
      expect((await back()).status).toBe(200);
      expect(await shown()).toEqual([expected, other]);
    }
    expect(refused(await back(2))).toBe('404 not_found');
    expect(refused(await back(3))).toBe('404 not_found');

    // Another order of the same picture, or a mark that is removed again, loses nothing.
    await ask(`${id}/marks/printed`, {}, 'PUT');
    expect((await adminShop.read(id)).previousPictures).toBeUndefined();
    expect(refused(await back())).toBe('409 pictures_settled');
    await adminShop.ask(`/orders/${id}/marks/printed`, { method: 'DELETE' });
    await sweepReplaced(context);
    expect((await back()).status).toBe(200);
    expect(await shown()).toEqual([third, other]);
    await ask(`${id}/marks/printed`, {}, 'PUT');
    expect(await sweepReplaced(context)).toBe(1);
    for (const picture of [first, second]) expect(await hasFile(String(picture))).toBe(false);
    expect(await hasFile(String(third))).toBe(true);
  });

  test('a picture that was replaced goes with its person', async () => {
    const { queries } = adminShop.shop.context.db;
    const { id } = await adminShop.place({ delivery: { email: 'fuera@correo.cl' } });
    for (const originalName of ['otra-secreta.png', 'otra.png']) {
      await ask(`${id}/items/1`, { imageUrl: await fresh(), originalName }, 'PATCH');
    }
    const kept = queries.selectFrom('replaced_pictures').selectAll().where('order_id', '=', id);
    const replaced = (await kept.execute()).map(({ upload_id }) => upload_id);
    expect(replaced).toHaveLength(2);
    await ask(`${id}/status`, { status: 'cancelled' }, 'PATCH');
    const done = await adminShop.ask('/people?email=fuera@correo.cl', { method: 'DELETE' });
    expect(done.status).toBe(200);
    expect(await kept.execute()).toEqual([]);
    const uploads = queries.selectFrom('uploads').select('id').where('id', 'in', replaced);
    expect(await uploads.execute()).toEqual([]);
  });

  testAbove("another person's picture, and one of another order, are refused", async () => {
    const mine = await adminShop.place({ pictures: 2 });
    const token = await request(mine.id, [1, 2]);
    // Who typed the same e-mail may be another person.
    for (const email of ['eva@correo.cl', mine.deliveryData.email ?? '']) {
      const [imageUrl] = (await adminShop.place({ delivery: { email } })).images;
      expect(refused(await call('picture', { token, item: 1, imageUrl }))).toBe(
        '409 image_already_ordered',
      );
    }
    const own = { token, item: 2, imageUrl: mine.images[0] };
    expect(refused(await call('picture', own))).toBe('200 ok');
    expect(refused(await call('picture', { token, item: 1, imageUrl: '/files/x.webp' }))).toMatch(
      /^4\d\d image_not_found$/,
    );
    expect((await call('picture/view', { token })).status).toBe(200);
  });

  testRace('two tabs at once: one replaces it, the other is told', async () => {
    const { id } = await adminShop.place();
    const token = await request(id, [1]);
    const urls = [await fresh(), await fresh()];
    const answers = await Promise.all(
      urls.map((imageUrl) => call('picture', { token, item: 1, imageUrl })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});
