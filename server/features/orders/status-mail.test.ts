import { describe, expect, test } from 'vitest';
import { addDays, dayOf, formatDay } from '#domain/base/dates.ts';
import { REFUND_DAYS } from '#domain/payments/refunds.ts';
import type { Email } from '#server/testing/mail.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';
import { writeMails } from '#server/testing/work-off.ts';

describe.each(anyDatabase)('mails about a status on %s', (kind) => {
  const adminShop = useAdminShop(kind, { env: { SHOP_EMAIL: 'hola@pines.cl' } });

  const about = async (id: string): Promise<Email[]> => {
    const mails = await writeMails(adminShop.shop);
    return mails.filter(({ subject }) => subject?.startsWith(`Tu pedido ${id}`));
  };

  test('tell the buyer each change with its reason, payment and tracking', async () => {
    const { id } = await adminShop.place({
      delivery: { email: 'ana@correo.cl', fullName: 'Ana Díaz' },
    });
    await adminShop.setStatus(id, 'processing', 'Ya pagaste <b>todo</b>');
    await adminShop.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Transferencia' });
    await adminShop.change(`${id}/shipping`, { courier: 'Starken', trackingNumber: 'ST-777' });
    await adminShop.setStatus(id, 'completed');
    const [working, done, ...others] = await about(id);
    expect(others).toEqual([]);
    expect(working?.subject).toBe(`Tu pedido ${id}: En Proceso`);
    expect(working?.to).toMatchObject([{ address: 'ana@correo.cl' }]);
    expect(working?.replyTo).toMatchObject([{ address: 'hola@pines.cl' }]);
    expect(working?.text).toContain('Hola: ya estamos trabajando en tu pedido.');
    expect(working?.text).toContain('Motivo: Ya pagaste <b>todo</b>');
    expect(working?.html).toContain('Ya pagaste &lt;b&gt;todo&lt;/b&gt;');
    expect(done?.subject).toBe(`Tu pedido ${id}: va en camino`);
    expect(done?.text).toContain('https://www.starken.cl/seguimiento?codigo=ST-777');
    // The promised days have passed.
    expect(done?.text).not.toContain('Llega');
    for (const text of ['Pago: Recibido el 9/3/2026', 'Envío por: Starken', 'ST-777']) {
      expect(done?.text).toContain(text);
    }
    expect(done?.text).toContain('#pedido=');
    expect(done?.text).not.toContain('Motivo');
  });

  test('of an order that costs nothing tell of no payment', async () => {
    const { id } = await adminShop.place({ delivery: { email: 'gratis@correo.cl' } });
    const items = [{ n: 1, quantity: 1 }];
    await adminShop.change(`${id}/items`, { items, agreedTotal: 0 });
    await adminShop.setStatus(id, 'processing');
    const [mail, ...others] = await about(id);
    expect(others).toEqual([]);
    expect(mail?.text).toContain('Llega');
    expect(mail?.text).not.toContain('Pago:');
  });

  test('of a payment come once, however often it is noted, and once more when asked for', async () => {
    const email = 'una-vez@correo.cl';
    const { id } = await adminShop.place({ delivery: { email } });
    const pay = (more: object = {}) =>
      adminShop.change(`${id}/payment`, { paidAt: '2026-03-09', how: 'Transferencia', ...more });
    const takeBack = () => adminShop.ask(`/orders/${id}/payment`, { method: 'DELETE' });
    const countMails = async () => {
      const mails = await writeMails(adminShop.shop);
      return mails.filter(({ subject }) => subject === `Recibimos el pago de tu pedido ${id}`)
        .length;
    };
    // Recorded twice at once, removed, recorded again: only the first mail is sent.
    await Promise.all([pay(), pay()]);
    await takeBack();
    await pay();
    await takeBack();
    await pay();
    expect(await countMails()).toBe(1);
    await takeBack();
    await pay({ tellsAgain: true });
    expect(await countMails()).toBe(2);
    expect((await pay({ how: 'Efectivo' })).status).toBe(200);
    expect(await countMails()).toBe(2);
  });

  test('say that it is on its way once it was dispatched, and what goes back and until when', async () => {
    const [byHand, sent, unpaid, paid] = await Promise.all([
      adminShop.place(),
      adminShop.place(),
      adminShop.place(),
      adminShop.place(),
    ]);
    const payment = { paidAt: dayOf(Date.now()), how: 'Transferencia' };
    for (const { id } of [sent, paid]) await adminShop.change(`${id}/payment`, payment);
    await adminShop.setStatus(byHand.id, 'completed');
    await adminShop.change(`${sent.id}/marks/dispatched`, {});
    for (const { id } of [unpaid, paid]) await adminShop.setStatus(id, 'cancelled');
    const last = async ({ id }: { id: string }) => (await about(id)).at(-1);
    expect((await last(byHand))?.subject).not.toContain('va en camino');
    expect((await last(sent))?.subject).toBe(`Tu pedido ${sent.id}: va en camino`);
    const day = formatDay(addDays(dayOf(Date.now()), REFUND_DAYS));
    expect((await last(paid))?.text).toContain(`a más tardar el ${day}`);
    expect((await last(unpaid))?.text).not.toContain('devolvemos');
  });

  test('go to the corrected address', async () => {
    const { id } = await adminShop.place({ delivery: { email: 'mal@correo.cl' } });
    await adminShop.change(`${id}/address`, {
      fullName: 'Ana Díaz',
      phone: '912345678',
      email: 'bien@correo.cl',
      region: 'XVI',
      city: 'Chillán',
      address: 'Calle 1',
    });
    await adminShop.setStatus(id, 'cancelled', 'Sin stock');
    const [mail, ...others] = await about(id);
    expect(others).toEqual([]);
    expect(mail?.to).toMatchObject([{ address: 'bien@correo.cl' }]);
    expect(mail?.text).toContain('cancelamos tu pedido');
  });

  test('are not written when nothing changed, nor for an order in the bin', async () => {
    const { id } = await adminShop.place();
    await adminShop.setStatus(id, 'pending');
    await adminShop.remove(id);
    const other = await adminShop.place();
    await adminShop.setStatus(other.id, 'processing');
    expect(await about(other.id)).toHaveLength(1);
    expect(await about(id)).toEqual([]);
  });
});
