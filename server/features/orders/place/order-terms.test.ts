import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { adminOrder } from '#contract/orders/orders-admin.ts';
import { agreement } from '#domain/legal/terms.ts';
import { TERMS_VERSION } from '#domain/legal/versions.ts';
import { offerOf } from '#server/settings/shop-settings.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { detailed } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

describe.each(anyDatabase)('the terms of an order on %s', (kind) => {
  const adminShop = useAdminShop(kind, { env: { SHOP_RUT: '76.123.456-0' } });

  const stored = async (id: string) => findRow(adminShop.shop.context, 'orders', { id });

  const forget = (id: string) =>
    sql`update orders set terms_version = null where id = ${id}`.execute(
      adminShop.shop.context.db.queries,
    );

  async function mailAbout(id: string) {
    const mails = await writeMails(adminShop.shop);
    return mails.find(({ subject }) => subject === `Recibimos tu pedido ${id}`)?.text ?? '';
  }

  test('are not for the caller to choose', async () => {
    const body = makeOrder({ images: await addPictures(adminShop.shop.context, 1) });
    const own = { termsVersion: '1999-01-01', terms_version: '1999-01-01' };
    const answer = await adminShop.shop.placeOrder({
      ...body,
      ...own,
      deliveryData: { ...body.deliveryData, ...own },
    });
    const order = placed(answer);
    expect(await stored(order.id)).toMatchObject({ terms_version: TERMS_VERSION });
    expect(JSON.stringify(answer.body)).not.toMatch(/1999-01-01|terms/i);
  });

  test('show to the admin, as none for an order from before they were kept', async () => {
    const { id } = await adminShop.place();
    const { id: old } = await adminShop.place();
    await forget(old);
    expect((await adminShop.read(id)).termsVersion).toBe(TERMS_VERSION);
    expect(detailed(await adminShop.ask(`/orders/${old}`)).termsVersion).toBeNull();

    const { body } = await adminShop.ask(`/orders?q=${id}`);
    expect(z.array(adminOrder).parse(body.orders)).toMatchObject([{ termsVersion: TERMS_VERSION }]);
    const csv = async (order: string) =>
      (await (await adminShop.fetchFile(`/orders/export.csv?q=${order}`)).text()).trim().split(';');
    expect((await csv(id)).at(-1)).toBe(`"${TERMS_VERSION}"`);
    expect((await csv(old)).at(-1)).toBe('');
  });

  test('stay with it when it is changed', async () => {
    const { id } = await adminShop.place();
    const json = { status: 'processing' };
    const changed = await adminShop.change(`${id}/status`, json, 'PATCH');
    expect(detailed(changed).termsVersion).toBe(TERMS_VERSION);
  });

  test("come whole with the buyer's mail", async () => {
    const { id } = await adminShop.place();
    const mail = await mailAbout(id);
    expect(mail).toContain('tu copia de las condiciones que aceptaste');
    const texts = agreement(offerOf(await adminShop.shop.context.settings.current()));
    for (const { title, sections } of texts) {
      expect(mail).toContain(title.toUpperCase());
      for (const section of sections) expect(mail).toContain(section.title);
    }
    expect(mail).toContain('RUT 76.123.456-0');
  });

  test('come not with a mail about an order that has none, or another version', async () => {
    const { id } = await adminShop.place();
    await forget(id);
    expect(await mailAbout(id)).not.toMatch(/condiciones/i);
    const { id: other } = await adminShop.place();
    await sql`update orders set terms_version = '2020-02-29' where id = ${other}`.execute(
      adminShop.shop.context.db.queries,
    );
    const mail = await mailAbout(other);
    expect(mail).toContain('versión del 29 de febrero de 2020');
    expect(mail).not.toContain('TÉRMINOS Y CONDICIONES');
  });
});
