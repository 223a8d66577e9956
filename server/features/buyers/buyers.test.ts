import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { readBuyer } from '#contract/buyers/buyers.ts';
import { openAccount } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { refused } from '#server/testing/admin-shop.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { databases, useAdminShop } from '#server/testing/use-shop.ts';

const answer = z.object({ buyer: readBuyer.answer.shape.buyer });

describe.each(databases)('the buyer behind an order on %s', (kind) => {
  const adminShop = useAdminShop(kind);

  const ask = (id: string) => adminShop.ask(`/buyers?orderId=${id}`);
  const read = async (id: string) => answer.parse((await ask(id)).body).buyer;
  const note = (orderId: string, notes: string | null) =>
    adminShop.ask('/buyers/notes', { method: 'PATCH', json: { orderId, notes } });
  const placeAs = async (email: string, phone: string) => {
    const browser = await openAccount(adminShop.shop, email);
    const images = await addPictures(adminShop.shop.context, 1);
    const json = makeOrder({ images, delivery: { email, phone } });
    return placed(await browser.call('/api/orders', { json })).id;
  };
  const placeWith = async (email: string, phone: string) =>
    (await adminShop.place({ delivery: { email, phone } })).id;

  test('has the orders with its account, an e-mail or its phone, and no others', async () => {
    const account = await placeAs('rosa.uno@correo.cl', '987650001');
    const sameEmail = await placeWith('Rosa.Uno@Correo.cl', '911110001');
    const samePhone = await placeWith('otra.rosa@correo.cl', '+56 9 8765 0001');
    const binned = await placeWith('rosa.uno@correo.cl', '987650001');
    await adminShop.remove(binned);
    const longer = await placeWith('es-rosa.uno@correo.cl', '922220001');
    const stranger = await placeWith('nadie@correo.cl', '933330001');

    const { orders, total, email } = await read(account);
    expect(orders.map(({ id }) => id)).toEqual([samePhone, sameEmail, account]);
    expect({ total, email }).toEqual({
      total: orders.reduce((sum, each) => sum + each.totalAmount, 0),
      email: 'rosa.uno@correo.cl',
    });
    expect((await read(sameEmail)).orders.map(({ id }) => id)).toEqual([sameEmail, account]);
    expect((await read(longer)).orders.map(({ id }) => id)).toEqual([longer]);
    expect((await read(stranger)).orders.map(({ id }) => id)).toEqual([stranger]);
    expect(refused(await ask(binned))).toBe('404 not_found');
    expect(refused(await note(binned, 'x'))).toBe('404 not_found');
  });

  test('is found by an old order, too, of one with more orders than are shown', async () => {
    const delivery = { email: 'feria@correo.cl', phone: '955550001' };
    const [old = ''] = await storeOrders(adminShop.shop.context, { count: 502, delivery });
    const { orders } = await read(old);
    expect([orders.length, orders.at(-1)?.id]).toEqual([500, old]);
  });

  test('is asked for what is due, and a cancelled order counts in no sum', async () => {
    const kept = await placeWith('suma@correo.cl', '944440001');
    const cancelled = await placeWith('suma@correo.cl', '944440001');
    await adminShop.setStatus(cancelled, 'cancelled');
    const { orders, total } = await read(kept);
    expect(orders.map(({ id, status }) => [id, status])).toEqual([
      [cancelled, 'cancelled'],
      [kept, 'pending'],
    ]);
    expect(orders.find(({ id }) => id === kept)).toMatchObject({ amountDue: total });
    expect(total).toBeGreaterThan(0);
  });

  test('has one note at all its orders, which goes when it is emptied', async () => {
    const first = await placeWith('nota@correo.cl', '955550001');
    const second = await placeWith('nota@correo.cl', '955550002');
    const other = await placeWith('sin.nota@correo.cl', '955550003');
    expect((await note(first, 'Siempre retira el viernes')).status).toBe(200);
    expect((await read(second)).notes).toBe('Siempre retira el viernes');
    await note(second, 'Ahora los lunes');
    expect((await read(first)).notes).toBe('Ahora los lunes');
    expect((await read(other)).notes).toBeNull();
    await note(first, '');
    expect((await read(second)).notes).toBeNull();
    expect(refused(await note(first, 'x'.repeat(1001)))).toBe('400 validation_failed');
    const { history } = await adminShop.read(first);
    expect(history.map(({ changes }) => changes)).toEqual([
      [{ field: 'buyerNotes' }],
      [{ field: 'buyerNotes' }],
    ]);
  });
});
