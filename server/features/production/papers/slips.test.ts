import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { encode } from 'uqr';
import { beforeAll, describe, expect, test } from 'vitest';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { fileKeys, pictureId } from '#server/features/uploads/urls.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { uploaded } from '#server/testing/client.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { makePng } from '#server/testing/pictures.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

describe.each(anyDatabase)('slips and labels on %s', (kind) => {
  let ids: string[];
  const admin = useAdminShop(kind, {
    env: {
      SHOP_NAME: 'Pines Personalizados Chillán',
      SHOP_EMAIL: 'hola@pines.cl',
      SHOP_WHATSAPP: '+56 9 8765 4321',
      SHOP_ADDRESS: 'Av. Argentina 55, Chillán',
    },
  });
  beforeAll(async () => {
    ids = [];
    for (const fullName of ['Ñusta Pérez Ḻ', 'Iñaki 😀 Núñez']) {
      const images = await addPictures(admin.shop.context, 2);
      const parts = images.map((imageUrl, at) => ({
        imageUrl,
        quantity: at + 3,
        notes: `Brillo ${at}`,
      }));
      const delivery = {
        fullName,
        address: 'Pasaje Los Álamos 1234, depto. 56',
        notes: 'Tocar dos veces',
      };
      ids.push(placed(await admin.shop.placeOrder(makeOrder({ images: parts, delivery }))).id);
    }
  });

  async function read(path: string) {
    const answer = await admin.fetchFile(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    return readPdf(new Uint8Array(await answer.arrayBuffer()));
  }

  test('a slip names order, person, pictures, quantities and notes, and gives thanks', async () => {
    const json = { internalNotes: 'Regatea siempre' };
    await admin.change(`${ids[0]}/internal-notes`, json, 'PATCH');
    const { pages, texts, pictures } = await read(`/slips?ids=${ids.join(',')}`);
    expect(pages).toHaveLength(1);
    expect(pictures).toHaveLength(4);
    const said = [ids[0], 'Ñusta Pérez Ḻ', 'Tocar dos veces', '×3', '×4', 'Brillo 1', 'foto 2.jpg'];
    for (const text of [...said, '7 pines', '¡Gracias por tu compra'])
      expect(texts[0]).toContain(text);
    expect(texts[0]).toContain('Iñaki Núñez');
    expect(texts[0]).not.toContain('Regatea');
  });

  test('a long order continues on further pages, with all that was typed', async () => {
    const images = await addPictures(admin.shop.context, 30);
    const parts = images.map((imageUrl) => ({ imageUrl, notes: 'nota '.repeat(60).trim() }));
    const { id } = placed(await admin.shop.placeOrder(makeOrder({ images: parts })));
    const { pages, texts } = await read(`/slips?ids=${id}`);
    expect(pages.length).toBeGreaterThan(2);
    for (let at = 1; at <= 30; at += 1) expect(texts.join()).toContain(`Imagen ${at}`);
    expect(texts.join().match(/nota/g)?.length).toBeGreaterThan(1600);
  });

  test('a note of many lines is there to its last word, over as many slips as it takes', async () => {
    const [imageUrl = '', other = ''] = await addPictures(admin.shop.context, 2);
    const notes = Array.from({ length: 150 }, (_, at) => `lín${at}`).join('\n');
    const images = [{ imageUrl, notes }, other];
    const { id } = placed(await admin.shop.placeOrder(makeOrder({ images })));
    const { texts } = await read(`/slips?ids=${id}`);
    const said = texts.join();
    for (let at = 0; at < 150; at += 1) expect(said).toContain(`lín${at}`);
    expect(said).not.toContain('…');
  });

  test('the thanks are on no slip of their own, and pictures are smaller where that saves one', async () => {
    for (const count of [5, 6, 7, 8, 9]) {
      const images = await addPictures(admin.shop.context, count);
      const parts = images.map((imageUrl) => ({ imageUrl, notes: 'Con brillo' }));
      const { id } = placed(await admin.shop.placeOrder(makeOrder({ images: parts })));
      const slips = (await read(`/slips?ids=${id}`)).texts.join();
      expect(slips.includes('hoja 2')).toBe(count > 6);
      expect(slips.includes('hoja 1 de 2')).toBe(count > 6);
      expect(slips.indexOf(`Imagen ${count}`)).toBeGreaterThan(slips.indexOf('hoja 2 de 2'));
    }
  });

  test('a list to sign names each parcel by its courier, over as many pages as it takes', async () => {
    const [first = '', second = ''] = ids;
    const note = { courier: 'Starken', trackingNumber: 'ST-42' };
    await admin.change(`${first}/shipping`, note);
    const { pages, texts } = await read(`/handover?ids=${ids.join(',')}`);
    expect(pages).toHaveLength(2);
    const list = texts.find((text) => text.includes('Entrega a Starken')) ?? '';
    const said = [first, 'Ñusta Pérez', 'ST-42', 'Chillán', 'En total: 1 bulto', 'Firma y hora'];
    for (const text of said) expect(list).toContain(text);
    expect(list).not.toContain(second);
    expect(texts.join()).toContain('Entrega, sin courier anotado');
    const many = await storeOrders(admin.shop.context, { count: 60 });
    const long = await read(`/handover?ids=${many.join(',')}`);
    const count = long.pages.length;
    expect(count).toBeGreaterThan(1);
    for (const [at, text] of long.texts.entries()) {
      expect(text).toContain(`hoja ${at + 1} de ${count}`);
    }
    for (const id of many) expect(long.texts.join()).toContain(id);
    expect(long.texts.at(-1)).toContain('En total: 60 bultos');
    expect((await admin.ask('/handover?ids=')).status).toBe(400);
    const [collected = ''] = many;
    const orders = admin.shop.context.db.queries.updateTable('orders').set({ way: 'pickup' });
    await orders.where('id', '=', collected).execute();
    const none = await admin.ask(`/handover?ids=${collected}`);
    expect([none.status, none.body.message]).toEqual([
      400,
      'Estos pedidos se retiran en la tienda',
    ]);
  });

  test('slips are of A6, with the shop, its contact and the code of the order', async () => {
    const { pages, texts } = await read(`/slips?ids=${ids.join(',')}`);
    expect(pages.map(({ width, height }) => [Math.round(width), Math.round(height)])).toEqual([
      [210, 297],
    ]);
    const lines = ['Pines Personalizados', 'Chillán', 'hola@pines.cl', '+56 9 8765 4321'];
    for (const said of [...lines, 'Con este código repites tu pedido']) {
      expect(texts[0]).toContain(said);
    }
    const [red, green] = pages[0]?.colourAt(12.5, 9.5) ?? [];
    expect([Number(red) > 150, Number(green) < 90]).toEqual([true, true]);
    // The code of the first slip, module by module.
    const link = `${admin.shop.context.publicUrl}/?repetir=${ids[0]}`;
    const { data, size } = encode(link, { border: 4 });
    const isDark = (across: number, down: number) => {
      const [x, y] = [across, down].map((module) => ((module + 0.5) * 24) / size);
      const [level = 255] = pages[0]?.colourAt(75 + (x ?? 0), 118.5 + (y ?? 0)) ?? [];
      return level < 128;
    };
    expect(data.map((row, down) => row.map((_, across) => isDark(across, down)))).toEqual(data);
  });

  test('a label has a page of its own, or an eighth of one, with whom it goes to', async () => {
    const single = await read(`/labels?ids=${ids.join(',')}&format=100x150`);
    expect(
      single.pages.map(({ width, height }) => [Math.round(width), Math.round(height)]),
    ).toEqual([
      [100, 150],
      [100, 150],
    ]);
    const eight = await read(`/labels?ids=${ids.join(',')}&format=a4`);
    expect(eight.pages).toHaveLength(1);
    for (const text of [single.texts.join(), eight.texts.join()]) {
      for (const said of [
        ...ids,
        'Ñusta Pérez Ḻ',
        'Pasaje Los',
        'Chillán',
        'Ñuble',
        'Av. Argentina 55',
        'De: ',
      ]) {
        expect(text).toContain(said);
      }
    }
  });

  test('a label says which pins are in it where there are several, and no more', async () => {
    const { id } = await admin.place({ pictures: 3 });
    for (const format of ['100x150', 'a4']) {
      expect((await read(`/labels?ids=${id}&format=${format}`)).texts.join()).not.toContain('×');
    }
    await sql`update order_items set product_id = 'chico', product_name = '32 mm',
      finish_id = 'iman', finish_name = 'Imán'
      where order_id = ${id} and position > 0`.execute(admin.shop.context.db.queries);
    for (const format of ['100x150', 'a4']) {
      const [text] = (await read(`/labels?ids=${id}&format=${format}`)).texts;
      expect(text).toContain('1 × Pin, 2 × 32 mm con imán');
    }
  });

  test('labels and slips say where a parcel goes by its way', async () => {
    const { id } = await admin.place();
    const sayings: [columns: string, label: string[], slip: string[]][] = [
      [
        "way = 'branch', branch_courier = 'Starken', branch = 'Centro', pay_shipping = 'onArrival'",
        ['Oficina Starken: Centro', 'Chillán', 'Ñuble', 'ENVÍO POR PAGAR'],
        ['Oficina Starken: Centro, Chillán, Ñuble · Envío por pagar'],
      ],
      ["way = 'pickup', city = '', region = ''", ['RETIRA EN LA TIENDA'], ['Retira en la tienda']],
    ];
    for (const [columns, label, slip] of sayings) {
      await sql`update orders set ${sql.raw(columns)} where id = ${id}`.execute(
        admin.shop.context.db.queries,
      );
      const written = (await read(`/labels?ids=${id}&format=100x150`)).texts.join();
      for (const text of label) expect(written).toContain(text);
      const packed = (await read(`/slips?ids=${id}`)).texts.join();
      for (const text of slip) expect(packed).toContain(text);
      expect(packed.includes('Envío por pagar')).toBe(columns.includes('onArrival'));
    }
  });

  test('the longest words and HTML stay text, within their own label', async () => {
    const images = (await addPictures(admin.shop.context, 1)).map((imageUrl) => ({
      imageUrl,
      notes: `<b>negrita</b> ${'Ñ'.repeat(300)}`,
    }));
    const delivery = { fullName: 'W'.repeat(120), address: `<i>${'M'.repeat(190)}</i>` };
    const { id } = placed(await admin.shop.placeOrder(makeOrder({ images, delivery })));
    const { pages, texts } = await read(`/labels?ids=${id}&format=a4`);
    const words = texts[0]?.replaceAll(id, '');
    expect(words?.match(/W/g)).toHaveLength(120);
    expect(words?.match(/M/g)?.length).toBeGreaterThanOrEqual(190);
    const inked: [x: number, y: number][] = [];
    for (let x = 105.5; x < 209; x += 0.5) {
      for (let y = 1; y < 296; y += 1) {
        if (!pages[0]?.colourAt(x, y).every((value) => value === 255)) inked.push([x, y]);
      }
    }
    expect(inked).toEqual([]);
    const slip = await read(`/slips?ids=${id}`);
    expect(slip.texts.join()).toContain('<b>negrita</b>');
    expect(slip.texts.join().match(/Ñ/g)?.length).toBeGreaterThanOrEqual(300);
  });

  test('pictures of up to 500 are taken at once, and one more says how many orders are', async () => {
    const many = await storeOrders(admin.shop.context, { count: 6, pictures: 100 });
    for (const path of ['/slips?', '/labels?format=a4&']) {
      const { status, body } = await admin.ask(`${path}ids=${many.join(',')}`);
      expect(status).toBe(400);
      expect(body.fields).toEqual({
        ids: 'Tienen 600 imágenes y se imprimen hasta 500 a la vez: imprime antes los primeros 5 pedidos',
      });
      const file = await admin.fetchFile(`${path}ids=${many.slice(0, 5).join(',')}`);
      expect(file.status).toBe(200);
      await file.body?.cancel();
    }
  });

  test('a picture with many names is in the file once, with each name once', async () => {
    const text = (at: number) => ({ ...FIRST_STYLE, value: at < 30 ? `Nº ${at}` : 'Ñandú' });
    const [id = ''] = await storeOrders(admin.shop.context, { count: 1, pictures: 40, text });
    const file = await (await admin.fetchFile(`/slips?ids=${id}`)).bytes();
    const { pictures, pages } = readPdf(file);
    expect(pictures).toHaveLength(1);
    expect(pages.length).toBeGreaterThan(1);
    // Each text, and each letter filled and outlined.
    const forms = Buffer.from(file)
      .toString('latin1')
      .match(/\/Subtype \/Form/g);
    expect(forms).toHaveLength(31 + 2 * new Set('Nº0123456789Ñandú').size);
  });

  test('ids that are missing, unknown or in the bin, and other formats, are refused', async () => {
    const status = async (path: string) => (await admin.fetchFile(path)).status;
    expect(await status('/slips')).toBe(400);
    expect(await status('/slips?ids=')).toBe(400);
    expect(await status('/slips?ids=,')).toBe(400);
    expect(await status('/labels')).toBe(400);
    expect(await status(`/labels?ids=${ids[0]}&format=a5`)).toBe(400);
    expect(await status('/slips?ids=NO-HAY')).toBe(404);
    expect(await status(`/labels?ids=${ids[0]},NO-HAY&format=a4`)).toBe(404);
  });

  test('a slip that fails before it is sent is a refusal, and the shop keeps running', async () => {
    const { context } = admin.shop;
    const { storage, db } = context;
    const uncaught: unknown[] = [];
    const note = (error: unknown) => uncaught.push(error);
    process.on('uncaughtException', note);
    const failed = Promise.withResolvers<void>();
    context.storage = {
      ...storage,
      open: async () => {
        failed.resolve();
        throw new Error('of the test');
      },
    };
    const transaction: typeof db.transaction = async (work) => {
      await failed.promise;
      await sleep(50);
      return db.transaction(work);
    };
    context.db = { ...db, transaction };
    const { status } = await admin.fetchFile(`/slips?ids=${ids[0]}`);
    Object.assign(context, { storage, db });
    process.off('uncaughtException', note);
    expect(uncaught).toEqual([]);
    expect(status).toBe(500);
    expect((await admin.fetchFile(`/slips?ids=${ids[0]}`)).status).toBe(200);
  });

  test('a slip shows an empty circle where the kept square of a pin is broken', async () => {
    const { imageUrl, crop } = uploaded(await admin.shop.upload(await makePng()));
    const { square } = fileKeys(pictureId(imageUrl) ?? '');
    const [whole = ''] = await addPictures(admin.shop.context, 1);
    const images = [{ imageUrl, crop }, whole];
    const { id } = placed(await admin.shop.placeOrder(makeOrder({ images })));
    for (const broken of [Buffer.alloc(10), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0])]) {
      await admin.shop.context.storage.put(square, broken);
      const { texts, pictures } = await read(`/slips?ids=${id}`);
      expect(texts.join()).toContain('Imagen 2');
      expect(pictures).toHaveLength(1);
    }
  });

  test('the calibration page has its lines of 100 mm, for any printer', async () => {
    const { pages, texts } = await read('/printers/calibration');
    expect(pages).toHaveLength(1);
    expect(texts[0]).toContain('Horizontal: 100 mm');
    const isDark = (x: number, y: number) => (pages[0]?.colourAt(x, y)[0] ?? 255) < 160;
    for (const at of [55.3, 105, 154.7]) expect(isDark(at, 75)).toBe(true);
    for (const at of [54.6, 155.4]) expect(isDark(at, 75)).toBe(false);
    for (const at of [90.3, 140, 189.7]) expect(isDark(55, at)).toBe(true);
  });
});
