import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { dayOf } from '#domain/base/dates.ts';
import { MAX_IMAGE_BYTES } from '#domain/pins/images.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { fileHandlers } from '#server/features/uploads/remove-files.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { detailed, refused } from '#server/testing/admin-shop.ts';
import { setRows } from '#server/testing/rows.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, testOnAny, useAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

const PDF = Buffer.from('%PDF-1.4\n%boleta electronica\n');
const BOLETA = { number: '4711', issuedOn: '2026-03-09' };

describe.each(databases)('boletas on %s', (kind) => {
  const testAbove = testOnAny(kind);
  const adminShop = useAdminShop(kind);

  type Fields = Record<string, string | Uint8Array<ArrayBuffer>>;
  const send = (id: string, fields: Fields) => {
    const raw = new FormData();
    for (const [name, value] of Object.entries(fields)) {
      raw.append(name, typeof value === 'string' ? value : new Blob([value]));
    }
    return adminShop.ask(`/orders/${id}/document`, { method: 'PUT', raw });
  };
  const note = (id: string, json: object = BOLETA) => adminShop.change(`${id}/document`, json);
  const pay = (id: string, paidAt = '2026-03-08') =>
    adminShop.change(`${id}/payment`, { paidAt, how: 'Transferencia' });
  const refund = (id: string, amount?: number) =>
    adminShop.change(`${id}/refunds`, { amount, how: 'cash' }, 'POST');
  const tokenOf = (id: string) => firstToken(adminShop.shop.context, id);
  const open = (json: object, bearer: string | null = null) =>
    adminShop.shop.fetch('/api/orders/document', {
      method: 'POST',
      body: JSON.stringify(json),
      headers: {
        'content-type': 'application/json',
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
    });
  /** Keys of the files that jobs remove now. */
  const leaving = async () =>
    (
      await adminShop.shop.context.db.queries
        .selectFrom('jobs')
        .select('payload')
        .where('kind', '=', 'receipt.remove')
        .where('run_at', '<=', adminShop.shop.context.clock())
        .execute()
    ).filter(({ payload }) => payload.includes('.document'));

  test('are noted in JSON or as a form, and come back in the panel and to the buyer', async () => {
    const { id } = await adminShop.place();
    expect(detailed(await note(id, { ...BOLETA, number: 4710 })).document).toEqual({
      number: '4710',
      issuedOn: '2026-03-09',
      hasFile: false,
    });
    const order = detailed(await send(id, { ...BOLETA, file: new Uint8Array(PDF) }));
    expect(order.document).toEqual({ ...BOLETA, hasFile: true });
    expect(order.history.at(-1)).toMatchObject({
      action: 'document_changed',
      changes: [{ field: 'document', from: '4710', to: '4711' }, { field: 'documentFile' }],
    });
    const view = { json: { token: tokenOf(id) } };
    const shown = await adminShop.shop.call('/api/orders/view', view);
    expect(shown.body.order).toMatchObject({ document: { ...BOLETA, hasFile: true } });
    for (const answer of [
      await adminShop.fetchFile(`/orders/${id}/document`),
      await open({ token: tokenOf(id) }),
    ]) {
      expect(answer.headers.get('content-type')).toBe('application/pdf');
      expect(answer.headers.get('content-disposition')).toContain(`${id}_boleta.pdf`);
      expect(Buffer.from(await answer.arrayBuffer())).toEqual(PDF);
    }
  });

  testAbove('are opened by the order’s own buyer alone', async () => {
    const { id } = await adminShop.place();
    await send(id, { ...BOLETA, file: new Uint8Array(PDF) });
    const stranger = await openAccount(adminShop.shop, 'ajena@correo.cl');
    expect((await open({ orderId: id }, await stranger.token())).status).toBe(404);
    expect((await open({ orderId: id })).status).toBe(401);
    expect((await open({ token: `${id}.x` })).status).toBe(404);
    expect((await open({})).status).toBe(400);
    expect((await adminShop.shop.fetch(`/api/admin/orders/${id}/document`)).status).toBe(401);
    const bare = await adminShop.place();
    expect((await open({ token: tokenOf(bare.id) })).status).toBe(404);
  });

  testAbove('keep their PDF until there is another, another number, or none', async () => {
    const { id } = await adminShop.place();
    const file = new Uint8Array(PDF);
    await send(id, { ...BOLETA, file });
    const before = (await leaving()).length;
    const corrected = await note(id, { ...BOLETA, issuedOn: '2026-03-10' });
    expect(detailed(corrected).document).toMatchObject({ issuedOn: '2026-03-10', hasFile: true });
    await send(id, { ...BOLETA, file });
    expect(await leaving()).toHaveLength(before + 1);
    const renumbered = detailed(await note(id, { ...BOLETA, number: '12' }));
    expect(renumbered.document).toMatchObject({ number: '12', hasFile: false });
    expect(await leaving()).toHaveLength(before + 2);
    await send(id, { ...BOLETA, file });
    const gone = await adminShop.ask(`/orders/${id}/document`, { method: 'DELETE' });
    expect(detailed(gone).document).toBeNull();
    expect(await leaving()).toHaveLength(before + 3);
    const version = detailed(gone).version;
    const again = await adminShop.ask(`/orders/${id}/document`, { method: 'DELETE' });
    expect(detailed(again).version).toBe(version);
  });

  testAbove('are refused in Spanish, field by field, and leave no file behind', async () => {
    const { id } = await adminShop.place();
    const before = await adminShop.shop.storedFiles();
    const fieldsOf = ({ status, body }: Awaited<ReturnType<typeof note>>) => [
      status,
      Object.keys(Object(body.fields)),
    ];
    expect(fieldsOf(await note(id, {}))).toEqual([400, ['number', 'issuedOn']]);
    expect(fieldsOf(await note(id, { ...BOLETA, number: ' ' }))).toEqual([400, ['number']]);
    expect(fieldsOf(await send(id, { issuedOn: '2026-02-30', number: '1' }))).toEqual([
      400,
      ['issuedOn'],
    ]);
    const future = await note(id, { ...BOLETA, issuedOn: '2999-01-01' });
    expect(future.body.fields).toEqual({ issuedOn: 'La fecha de la boleta no puede ser futura' });
    const html = new TextEncoder().encode('<script>alert(1)</script>');
    const noPdf = await send(id, { ...BOLETA, file: html });
    expect([noPdf.status, noPdf.body.fields]).toEqual([
      415,
      { file: 'La boleta tiene que ser un archivo PDF' },
    ]);
    const large = new Uint8Array(Buffer.concat([PDF, Buffer.alloc(MAX_IMAGE_BYTES)]));
    const tooLarge = await send(id, { ...BOLETA, file: large });
    const message = 'El PDF de la boleta puede pesar hasta 5 MB';
    expect([tooLarge.status, tooLarge.body]).toMatchObject([
      413,
      { message, fields: { file: message } },
    ]);
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const broken = { method: 'PUT', raw: '--b\r\nnonsense', headers };
    const unreadable = await adminShop.ask(`/orders/${id}/document`, broken);
    expect(refused(unreadable)).toBe('400 validation_failed');
    expect(unreadable.body.message).not.toBe(message);
    expect(refused(await note('NO-HAY'))).toBe('404 not_found');
    const unknown = await send('NO-HAY', { ...BOLETA, file: new Uint8Array(PDF) });
    expect(refused(unknown)).toBe('404 not_found');
    const stale = await adminShop.ask(`/orders/${id}/document`, {
      method: 'PUT',
      json: BOLETA,
      headers: { 'if-match': '"7"' },
    });
    expect(refused(stale)).toBe('409 order_changed');
    expect(await adminShop.shop.storedFiles()).toEqual(before);
    expect(await adminShop.shop.arrivingFiles()).toEqual([]);

    const today = { ...BOLETA, issuedOn: dayOf(adminShop.shop.context.clock()) };
    const { version } = detailed(await note(id, today));
    expect(detailed(await note(id, today)).version).toBe(version);
  });

  test('that paid orders lack are found by an index, with and without a search', async () => {
    const delivery = { fullName: 'Berta Sinboleta' };
    const [paid, noted, unpaid, cancelled, refunded, partly] = [
      await adminShop.place({ delivery }),
      await adminShop.place({ delivery }),
      await adminShop.place({ delivery }),
      await adminShop.place({ delivery }),
      await adminShop.place({ delivery }),
      await adminShop.place({ delivery }),
    ];
    for (const { id } of [paid, noted, cancelled, refunded, partly]) await pay(id);
    await refund(refunded.id);
    await refund(partly.id, 900);
    await note(noted.id);
    await adminShop.setStatus(cancelled.id, 'cancelled');
    const listed = async (query: string) => {
      const { body } = await adminShop.ask(`/orders?document=missing${query}`);
      return JSON.stringify(body.orders);
    };
    for (const list of [await listed(''), await listed('&q=sinboleta')]) {
      for (const { id } of [paid, partly]) expect(list).toContain(id);
      for (const { id } of [noted, unpaid, cancelled, refunded]) expect(list).not.toContain(id);
    }
    expect((await adminShop.ask('/orders?document=none')).status).toBe(400);

    const { db } = adminShop.shop.context;
    const { rows } =
      await sql<object>`${sql.raw(kind === 'sqlite' ? 'explain query plan' : 'explain')}
      select id from orders where deleted_at is null and paid_on is not null
        and has_document = 0 order by created_at desc, id desc limit 50`.execute(db.queries);
    expect(JSON.stringify(rows)).toContain('orders_without_document');
  });

  test('go to the accountant by the day of payment, in pesos', async () => {
    const [first, second, other] = [
      await adminShop.place(),
      await adminShop.place(),
      await adminShop.place(),
    ];
    await pay(first.id, '2025-05-02');
    await pay(second.id, '2025-05-31');
    await pay(other.id, '2025-06-01');
    await note(first.id, { number: '=1+1', issuedOn: '2025-05-03' });
    await refund(second.id, 900);
    const file = await adminShop.fetchFile('/documents.csv?from=2025-05-01&to=2025-05-31');
    expect(file.headers.get('content-disposition')).toContain('boletas-2025-05-01-2025-05-31.csv');
    const text = await file.text();
    const total = first.deliveryData.pricing.totalAmount;
    expect(text.split('\r\n')).toEqual([
      '"Pedido";"Estado";"Pagado";"Medio de pago";"Total";"Devuelto";"Boleta";"Emitida"',
      `"${first.id}";"Pendiente";"2025-05-02";"Transferencia";${total};0;"'=1+1";"2025-05-03"`,
      `"${second.id}";"Pendiente";"2025-05-31";"Transferencia";${total};900;;`,
      '',
    ]);
    expect((await adminShop.fetchFile('/documents.csv?from=ayer')).status).toBe(400);
  });

  testAbove('are called what they are', async () => {
    const { id } = await adminShop.place();
    const factura = { ...BOLETA, kind: 'factura' };
    const future = await note(id, { ...factura, issuedOn: '2999-01-01' });
    expect(future.body.fields).toEqual({ issuedOn: 'La fecha de la factura no puede ser futura' });
    const noted = await note(id, factura);
    const removed = await adminShop.ask(`/orders/${id}/document`, { method: 'DELETE' });
    const other = await note(id);
    expect([noted, removed, other].map(({ body }) => body.message)).toEqual([
      'Factura guardada',
      'Factura quitada',
      'Boleta guardada',
    ]);
  });

  testAbove('go there all, whatever their number, and those of a range alone', async () => {
    const { context } = adminShop.shop;
    const ids = await storeOrders(context, { count: 1001 });
    await setRows(context, 'orders', { id: ids }, { paid_on: '2024-01-02' });
    const { id } = await adminShop.place();
    await pay(id, '2024-01-03');
    await note(id, { ...BOLETA, kind: 'factura' });
    const idsOf = async (query: string) => {
      const file = await adminShop.fetchFile(`/documents.csv?${query}`);
      const [, ...lines] = (await file.text()).trimEnd().split('\r\n');
      return { file, lines, ids: lines.map((line) => line.split(';')[0]?.replaceAll('"', '')) };
    };
    const early = await idsOf('to=2024-01-02');
    expect(early.ids).toEqual(ids.toSorted());
    const all = await idsOf('from=2024-01-02');
    expect(all.ids.slice(0, 1002)).toEqual([...ids.toSorted(), id]);
    expect(all.lines[1001]).toContain('"Factura 4711"');
    const named = (file: Response) => file.headers.get('content-disposition');
    const today = dayOf(context.clock());
    expect(named(all.file)).toContain(`"boletas-2024-01-02-${today}.csv"`);
    expect(named((await idsOf('')).file)).toContain(`"boletas-${today}.csv"`);
    expect((await idsOf('from=2024-01-04')).ids).not.toContain(id);
  });

  test('lose their PDF with the person, and keep number and day for the books', async () => {
    const { id } = await adminShop.place({ delivery: { email: 'se-va@correo.cl' } });
    await send(id, { ...BOLETA, file: new Uint8Array(PDF) });
    const exported = await adminShop.fetchFile('/people/export?email=se-va@correo.cl');
    expect(await exported.text()).toContain('"document":{"number":"4711"');
    await adminShop.setStatus(id, 'completed');
    const before = (await leaving()).length;
    await adminShop.ask('/people?email=se-va@correo.cl', { method: 'DELETE' });
    expect((await adminShop.read(id)).document).toEqual({ ...BOLETA, hasFile: false });
    const jobs = await leaving();
    expect(jobs).toHaveLength(before + 1);
    const stored = (await adminShop.shop.storedFiles()).length;
    const last = JSON.parse(jobs.at(-1)?.payload ?? '');
    await fileHandlers(adminShop.shop.context)['receipt.remove']?.(last, {
      id: 'a job',
      deaths: 0,
    });
    expect(await adminShop.shop.storedFiles()).toHaveLength(stored - 1);
  });

  testAbove('are mailed once with the PDF, and once more when asked for', async () => {
    const { id } = await adminShop.place({ delivery: { email: 'boleta@correo.cl' } });
    const mailed = async () => {
      const mails = await writeMails(adminShop.shop);
      return mails.filter(({ subject }) => subject === `La boleta de tu pedido ${id}`);
    };
    await send(id, { ...BOLETA, file: new Uint8Array(PDF) });
    const [mail, ...more] = await mailed();
    expect(more).toEqual([]);
    expect(mail?.to).toMatchObject([{ address: 'boleta@correo.cl' }]);
    expect(mail?.text).toContain('Número: 4711');
    expect(mail?.attachments).toMatchObject([
      { filename: `${id}_boleta.pdf`, mimeType: 'application/pdf' },
    ]);
    await send(id, { ...BOLETA, number: '4712', tellsAgain: 'false' });
    await adminShop.ask(`/orders/${id}/document`, { method: 'DELETE' });
    await note(id);
    expect(await mailed()).toHaveLength(1);
    await send(id, { ...BOLETA, tellsAgain: 'true' });
    const [, second] = await mailed();
    expect(second?.attachments).toEqual([]);
    expect(second?.text).not.toContain('adjunta');
  });
});
