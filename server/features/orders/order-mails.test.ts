import { describe, expect, test } from 'vitest';
import { fileKeys, pictureId } from '#server/features/uploads/urls.ts';
import { startJobs } from '#server/start-shop.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { readJobs, silent } from '#server/testing/jobs.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { LONG } from '#server/testing/seed.ts';
import { anyDatabase, useFreshShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

const SHOP_EMAIL = 'hola@pines.cl';
const MANY = LONG ? 100 : 8;

describe.each(anyDatabase)("an order's mails on %s", (kind) => {
  const shop = useFreshShop(kind, { env: { SHOP_EMAIL, SHOP_NAME: 'Pines de Rosa' } });

  async function order(delivery = {}): Promise<string> {
    const body = makeOrder({ images: await addPictures(shop.context, 2), delivery });
    return placed(await shop.placeOrder(body)).id;
  }

  test('are jobs that hold its id and nothing of the buyer', async () => {
    const orderId = await order();
    const jobs = await readJobs(shop.context.db);
    expect(jobs.map(({ kind, payload }) => [kind, JSON.parse(payload)]).sort()).toEqual([
      ['mail.new_order', { orderId }],
      ['mail.order_received', { orderId }],
    ]);
  });

  test('go to the buyer and to the shop, each answered by the other', async () => {
    const id = await order();
    const sent = await writeMails(shop);
    const toBuyer = sent.find(({ to }) => to?.[0]?.address === 'rosa@correo.cl');
    const toShop = sent.find(({ to }) => to?.[0]?.address === SHOP_EMAIL);
    expect(toBuyer).toMatchObject({
      from: { name: 'Pines de Rosa', address: SHOP_EMAIL },
      replyTo: [{ address: SHOP_EMAIL }],
      subject: `Recibimos tu pedido ${id}`,
    });
    expect(toBuyer?.text).toContain(`${shop.url}/#pedido=${id}.`);
    expect(toBuyer?.attachments).toEqual([]);
    expect(`${toBuyer?.html}${toBuyer?.text}`).not.toMatch(/Rosa Pérez|Libertad|conserje|foto 1/);
    expect(toShop?.attachments).toHaveLength(2);
    expect(toShop?.text).toContain('Av. Libertad 123');
    expect(toShop).toMatchObject({
      replyTo: [{ address: 'rosa@correo.cl' }],
      subject: `Pedido nuevo ${id}: 2 pines, $5.900`,
    });
    expect((await readJobs(shop.context.db)).map(({ payload }) => payload)).toEqual(['', '']);
  });

  test('go also where the copies of a picture are broken', async () => {
    const [whole = '', broken = ''] = await addPictures(shop.context, 2);
    const crop = { x: 0.4, y: 0.5, diameter: 0.5, rotation: 0, background: null };
    const images = [whole, broken].map((imageUrl) => ({ imageUrl, crop }));
    const { id } = placed(await shop.placeOrder(makeOrder({ images })));
    const { image, thumbnail } = fileKeys(pictureId(broken) ?? '');
    for (const key of [image, thumbnail]) await shop.context.storage.put(key, Buffer.alloc(10));
    const toShop = (await writeMails(shop)).find(({ to }) => to?.[0]?.address === SHOP_EMAIL);
    expect(toShop?.subject).toBe(`Pedido nuevo ${id}: 2 pines, $5.900`);
    expect(toShop?.attachments).toHaveLength(1);
  });

  test('carry the whole order to a verified account', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl');
    const images = await addPictures(shop.context, 2);
    const body = makeOrder({ images });
    placed(await browser.call('/api/orders', { json: body }));
    const toBuyer = (await writeMails(shop)).find(({ subject }) =>
      subject?.startsWith('Recibimos'),
    );
    expect(toBuyer?.to?.[0]?.address).toBe('ana@correo.cl');
    expect(toBuyer?.attachments).toHaveLength(2);
    for (const text of ['Hola, Rosa', 'Av. Libertad 123', 'el conserje']) {
      expect(toBuyer?.text).toContain(text);
    }
  });

  test('carry no typed text to an account with an unverified e-mail', async () => {
    const browser = await openAccount(shop, 'ana@correo.cl', { verified: false });
    const body = makeOrder({ images: await addPictures(shop.context, 1) });
    placed(await browser.call('/api/orders', { json: body }));
    const toBuyer = (await writeMails(shop)).find(({ subject }) =>
      subject?.startsWith('Recibimos'),
    );
    expect(toBuyer?.attachments).toEqual([]);
    expect(toBuyer?.text).not.toMatch(/Hola, Rosa|Libertad|conserje/);
  });

  test('are not written again by a repetition, nor at all by a refused order', async () => {
    const body = makeOrder({ images: await addPictures(shop.context, 1) });
    for (let at = 0; at < 3; at += 1) placed(await shop.placeOrder(body, 'same'));
    expect((await shop.placeOrder(body, 'other')).status).toBe(409);
    expect((await shop.placeOrder(body)).status).toBe(409);
    expect(await readJobs(shop.context.db)).toHaveLength(2);
  });

  test(`are two for each of ${MANY} orders at once, and no more`, async () => {
    const images = await addPictures(shop.context, MANY);
    const stop = startJobs(shop.context, silent);
    const answers = await Promise.all(
      images.map((image, at) =>
        shop.placeOrder(
          makeOrder({ images: [image], delivery: { email: `rosa${at}@correo.cl` } }),
          `key ${at}`,
        ),
      ),
    );
    const ids = answers.map((answer) => placed(answer).id);
    await stop();
    const sent = await writeMails(shop);
    const recipients = sent.map(({ to }) => to?.[0]?.address);
    expect(new Set(recipients).size).toBe(MANY + 1);
    expect(recipients.filter((address) => address === SHOP_EMAIL)).toHaveLength(MANY);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2 * MANY);
    for (const id of ids) {
      expect(sent.filter(({ subject }) => subject?.includes(id))).toHaveLength(2);
    }
    expect(await readJobs(shop.context.db)).toHaveLength(2 * MANY);
  }, 120_000);

  test('leave out a lost picture, and are dropped with their order', async () => {
    const lost = await addPictures(shop.context, 1);
    placed(await shop.placeOrder(makeOrder({ images: lost })));
    const key = lost[0]?.split('/').at(-1)?.replace('.webp', '-mini.webp') ?? '';
    await shop.context.storage.remove(key);
    const goneId = await order();
    await shop.context.db.queries.deleteFrom('orders').where('id', '=', goneId).execute();
    const sent = await writeMails(shop);
    expect(sent).toHaveLength(2);
    for (const { attachments } of sent) expect(attachments).toEqual([]);
    const toShop = sent.find(({ to }) => to?.[0]?.address === SHOP_EMAIL);
    expect(toShop?.html).toContain('Imagen no disponible');
  });

  test('without an address of the shop only the buyer is written to', async () => {
    await shop.restart({});
    await order();
    expect(await readJobs(shop.context.db)).toMatchObject([{ kind: 'mail.order_received' }]);
  });
});
