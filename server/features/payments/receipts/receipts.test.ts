import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { readToday } from '#contract/today/today.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { fileHandlers } from '#server/features/uploads/remove-files.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { makePhonePhoto, makePng } from '#server/testing/pictures.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';
import { storeReceipt } from './receipt-routes.ts';

const PDF = Buffer.from('%PDF-1.4\n%comprobante de transferencia\n');

describe.each(databases)('proofs of transfer on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  type Sent = { file?: Uint8Array; token?: string; orderId?: string; bearer?: string | null };

  function send({ file, token, orderId, bearer }: Sent) {
    const form = new FormData();
    if (file) form.append('receipt', new Blob([new Uint8Array(file)]), 'comprobante');
    if (token) form.append('token', token);
    if (orderId) form.append('orderId', orderId);
    const headers = bearer ? { authorization: `Bearer ${bearer}` } : {};
    return adminShop.shop.call('/api/orders/receipt', { method: 'POST', raw: form, headers });
  }
  const tokenOf = (id: string) => firstToken(adminShop.shop.context, id);

  test('come by the mailed link, show in the order, and are the owner’s alone to read', async () => {
    const { id } = await adminShop.place();
    const sent = await send({ file: PDF, token: tokenOf(id) });
    expect(sent).toMatchObject({ status: 201, body: { receipt: { type: 'application/pdf' } } });
    expect(await adminShop.view(id)).toMatchObject({ receipt: { bytes: PDF.length } });
    const file = await adminShop.fetchFile(`/orders/${id}/receipt`);
    expect(file.headers.get('content-disposition')).toMatch(/^attachment.*_comprobante\.pdf/);
    expect(file.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await file.arrayBuffer())).toEqual(PDF);
    expect(await adminShop.mailed(id, 'receipt_received')).toHaveLength(1);
    expect((await adminShop.shop.fetch(`/api/admin/orders/${id}/receipt`)).status).toBe(401);
  });

  testAbove('of a picture keep a copy without place and camera, until the next one', async () => {
    const { id } = await adminShop.place();
    const before = await adminShop.shop.storedFiles();
    await send({ file: PDF, token: tokenOf(id) });
    expect((await send({ file: await makePhonePhoto(), token: tokenOf(id) })).status).toBe(201);
    const file = await adminShop.fetchFile(`/orders/${id}/receipt`);
    const bytes = Buffer.from(await file.arrayBuffer());
    expect(file.headers.get('content-disposition')).toContain('_comprobante.webp');
    expect(file.headers.get('content-type')).toBe('image/webp');
    expect(bytes.includes('Exif') || bytes.includes('EXIF')).toBe(false);
    const jobs = adminShop.shop.context.db.queries.selectFrom('jobs');
    const waiting = await jobs.select('kind').where('kind', '=', 'receipt.remove').execute();
    expect(waiting.length).toBeGreaterThan(0);
    expect((await adminShop.shop.storedFiles()).length).toBe(before.length + 2);
  });

  test('are removed by a job if the process dies before the order has them', async () => {
    const { context } = adminShop.shop;
    const { id } = await adminShop.place();
    await send({ file: PDF, token: tokenOf(id) });
    const waiting = async () =>
      (
        await context.db.queries
          .selectFrom('jobs')
          .select(['payload', 'run_at'])
          .where('kind', '=', 'receipt.remove')
          .where('run_at', '>', context.clock())
          .execute()
      ).map(({ payload, run_at }) => ({
        sent: JSON.parse(payload),
        inMs: run_at - context.clock(),
      }));
    expect(await waiting()).toEqual([]);
    const before = await adminShop.shop.storedFiles();

    const dying = {
      ...context,
      storage: { ...context.storage, remove: async () => undefined },
      db: {
        ...context.db,
        transaction: async () => {
          throw new Error('the power fails');
        },
      },
    };
    const arrived = { path: join(context.scratchDir, 'recibo'), type: 'application/pdf' } as const;
    await writeFile(arrived.path, PDF);
    const of = { id, token: tokenOf(id), orderId: null, buyer: null };
    await expect(storeReceipt(dying, of, arrived)).rejects.toThrow('the power fails');
    expect((await adminShop.shop.storedFiles()).length).toBe(before.length + 1);
    const [job] = await waiting();
    expect(job?.inMs).toBeGreaterThan(3_500_000);
    await fileHandlers(context)['receipt.remove']?.(job?.sent, { id: 'a job', deaths: 0 });
    expect(await adminShop.shop.storedFiles()).toEqual(before);
  });

  testAbove('are served as a known type, although an edited copy says another', async () => {
    const { id } = await adminShop.place();
    await send({ file: PDF, token: tokenOf(id) });
    await sql`update order_receipts set type = 'text/html' where order_id = ${id}`.execute(
      adminShop.shop.context.db.queries,
    );
    const file = await adminShop.fetchFile(`/orders/${id}/receipt`);
    expect(file.headers.get('content-type')).toBe('image/webp');
  });

  testAbove('come from the account for its own orders, and from no one else', async () => {
    const { id } = await adminShop.place();
    const stranger = await openAccount(adminShop.shop, 'ana@correo.cl');
    const bearer = await stranger.token();
    expect((await send({ file: PDF, orderId: id, bearer })).status).toBe(404);
    expect((await send({ file: PDF, orderId: id })).status).toBe(401);
    expect((await send({ file: PDF, token: `${id}.x` })).status).toBe(404);
    expect(await send({ file: PDF })).toMatchObject({
      status: 400,
      body: { fields: { orderId: 'Falta el enlace o el número del pedido' } },
    });
  });

  testAbove('are refused in Spanish when they are none or too large', async () => {
    const { id } = await adminShop.place();
    const token = tokenOf(id);
    expect(await send({ token })).toMatchObject({ status: 400, body: { code: 'receipt_missing' } });
    const text = await send({ file: Buffer.from('<svg onload=alert(1)>'), token });
    expect(text).toMatchObject({ status: 415, body: { code: 'receipt_type_not_allowed' } });
    const heic = await send({ file: Buffer.from('\0\0\0\x18ftypheic', 'latin1'), token });
    expect(heic.body.message).toMatch(
      /^Tipo de archivo .+ WebP\. Las fotos HEIC son las del iPhone/,
    );
    const broken = (await makePng()).subarray(0, 40);
    expect((await send({ file: broken, token })).status).toBe(400);
    const large = Buffer.concat([PDF, Buffer.alloc(MAX_IMAGE_BYTES)]);
    expect(await send({ file: large, token })).toMatchObject({
      ...{ status: 413, body: { message: 'El comprobante puede pesar hasta 5 MB' } },
    });
    expect(await adminShop.view(id)).toMatchObject({ receipt: null });
    expect(await adminShop.shop.arrivingFiles()).toEqual([]);
  });

  testAbove('come again for a paid order that became dearer, until the rest is noted', async () => {
    const { id } = await adminShop.place();
    const waiting = async () =>
      readToday.answer
        .parse((await adminShop.ask('/today')).body)
        .receipts.filter((order) => order.id === id)
        .map(({ amount }) => amount);
    await send({ file: PDF, token: tokenOf(id) });
    const payment = { paidAt: '2026-01-02', how: 'transferencia' };
    await adminShop.change(`${id}/payment`, payment);
    const dearer = (amount: number) =>
      adminShop.change(`${id}/items`, {
        items: [{ n: 1, quantity: 1 }],
        charges: amount > 0 ? [{ label: 'Diseño', amount }] : [],
      });
    await dearer(5000);
    const { amountDue } = await adminShop.read(id);
    expect(await waiting()).toEqual([]);
    expect((await send({ file: PDF, token: tokenOf(id) })).status).toBe(201);
    expect(await waiting()).toEqual([amountDue]);
    await dearer(0);
    expect(await waiting()).toEqual([]);
    expect((await send({ file: PDF, token: tokenOf(id) })).body).toMatchObject({
      code: 'order_ended',
      message: expect.stringContaining('no necesita otro comprobante de pago'),
    });
    await dearer(5000);
    expect(await waiting()).toEqual([amountDue]);
    await adminShop.change(`${id}/payment`, payment);
    expect(await waiting()).toEqual([]);
  });

  testAbove('are ten at most, and none of an order that does not exist', async () => {
    const { id } = await adminShop.place();
    for (let sent = 0; sent < 10; sent += 1) await send({ file: PDF, token: tokenOf(id) });
    expect(refused(await send({ file: PDF, token: tokenOf(id) }))).toBe('429 too_many_requests');
    expect((await adminShop.fetchFile('/orders/ninguno/receipt')).status).toBe(404);
  });

  testAbove.each(['multipart/form-data', 'multipart/form-data; boundary=b'])(
    'in a form that cannot be read (%s) are refused as missing',
    async (type) => {
      const form = { method: 'POST', raw: '--b\r\nnonsense', headers: { 'content-type': type } };
      expect(await adminShop.shop.call('/api/orders/receipt', form)).toMatchObject({
        status: 400,
        body: { code: 'receipt_missing' },
      });
    },
  );

  testAbove('how to pay shows with an order until it is paid, if the owner said it', async () => {
    const { id, howToPay } = await adminShop.place();
    expect(howToPay).toBeNull();
    const values = { ...NO_PAYMENT_DETAILS, bank: 'Banco del Sur', account: '00-123' };
    await adminShop.saveSettings('payment', values);
    expect((await adminShop.place()).howToPay).toEqual(values);
    await expect
      .poll(() => adminShop.view(id), { timeout: 5000 })
      .toMatchObject({ howToPay: values });
    // It may leave before it is paid.
    await adminShop.change(`${id}/marks/dispatched`, {});
    expect(await adminShop.view(id)).toMatchObject({
      status: 'completed',
      howToPay: values,
      payBy: null,
    });
    expect((await send({ file: PDF, token: tokenOf(id) })).status).toBe(201);
    const payment = { paidAt: '2026-01-02', how: 'transferencia' };
    await adminShop.change(`${id}/payment`, payment);
    expect(await adminShop.view(id)).toMatchObject({ howToPay: null });
  });

  test('are refused when the links end while they are received', async () => {
    const { storage } = adminShop.shop.context;
    const { id, deliveryData } = await adminShop.place();
    const before = await adminShop.shop.storedFiles();
    const { putFile } = storage;
    const other = { ...deliveryData, email: 'otra@correo.cl' };
    const put = vi.spyOn(storage, 'putFile').mockImplementationOnce(async (key, path) => {
      await putFile(key, path);
      expect((await adminShop.change(`${id}/address`, other)).status).toBe(200);
    });
    expect(refused(await send({ file: PDF, token: tokenOf(id) }))).toBe('404 not_found');
    put.mockRestore();
    expect(await adminShop.shop.storedFiles()).toEqual(before);
    expect((await adminShop.fetchFile(`/orders/${id}/receipt`)).status).toBe(404);
  });
});
