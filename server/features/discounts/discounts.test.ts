import { describe, expect, test } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { addCode } from '#server/testing/orders.ts';
import { findRow } from '#server/testing/rows.ts';
import { databases, useShop } from '#server/testing/use-shop.ts';
import { checkDiscount } from './routes.ts';

const VALIDATE = '/api/discount-codes/validate';

describe.each(databases)('checking a discount code on %s', (kind) => {
  const shop = useShop(kind);

  const check = (code: unknown, orderTotal: unknown = 3400) =>
    shop.call(VALIDATE, { json: { code, orderTotal } });

  test('returns its discount, in any case, without using it', async () => {
    await addCode(shop.context, 'VERANO', { value_hundredths: 1250, max_uses: 1 });
    for (const code of ['VERANO', 'verano', ' Verano ']) {
      const { status, body } = await check(code);
      expect([status, body]).toEqual([
        200,
        {
          success: true,
          discount: { code: 'VERANO', type: 'percentage', value: 12.5, name: 'Descuento VERANO' },
        },
      ]);
    }
    await addCode(shop.context, 'CUMPLE-20');
    for (const hyphen of ['-', '\u2010', '\u2011', '\u2013', '\u2212', '\u200b-\u00ad']) {
      const { body } = await check(`\u00a0cumple${hyphen}20\u2060`);
      expect(body).toMatchObject({ success: true, discount: { code: 'CUMPLE-20' } });
    }
    const row = await findRow(shop.context, 'discount_codes', { code: 'VERANO' });
    expect(row.current_uses).toBe(0);
  });

  test.each([
    ['NADIE', null, 'El código de descuento no existe'],
    ['OFF', { is_active: 0 }, 'El código de descuento no está activo'],
  ] as const)('%s is answered with 200 and why it is of no use', async (code, terms, message) => {
    if (terms) await addCode(shop.context, code, terms);
    const { status, body } = await check(code);
    expect([status, body]).toEqual([200, { success: false, message }]);
  });

  test('is looked up as it was sent, and only then without its spaces', async () => {
    await addCode(shop.context, 'PAN10', { value_hundredths: 1000 });
    await addCode(shop.context, 'DOS 20', { value_hundredths: 2000 });
    await addCode(shop.context, 'DOS20', { value_hundredths: 500 });
    expect((await check(' pan 10 ')).body).toMatchObject({ discount: { code: 'PAN10' } });
    expect((await check('dos 20')).body).toMatchObject({ discount: { code: 'DOS 20' } });
    expect((await check('dos20')).body).toMatchObject({ discount: { code: 'DOS20' } });
    expect((await check('p an 11')).body).toMatchObject({ success: false });
  });

  test('returns the conditions, and the reason when one is not met', async () => {
    const start = Date.parse('2126-03-05T15:30:00Z');
    await addCode(shop.context, 'PRONTO', { starts_at: start });
    expect((await check('PRONTO')).body).toEqual({
      success: false,
      message: 'El código de descuento aún no vale: empieza el 5/3/2126, 12:30',
    });
    const terms = { min_order_total: 10_000, once_per_buyer: 1, type: 'free_shipping' } as const;
    await addCode(shop.context, 'LLEGA', { ...terms, value_hundredths: 0, starts_at: 1 });
    expect((await check('LLEGA', 9_999)).body).toEqual({
      success: false,
      message: 'El código de descuento vale desde $10.000 en pines: te faltan $1',
      missingAmount: 1,
    });
    expect((await check('LLEGA', 10_000)).body).toEqual({
      success: true,
      discount: {
        ...{ code: 'LLEGA', name: 'Descuento LLEGA', type: 'free_shipping', value: 0 },
        ...{ minOrderTotal: 10_000, oncePerBuyer: true },
      },
    });
  });

  test('a code that looks like SQL or a pattern is just unknown', async () => {
    for (const code of ["' or 1=1 --", '%', '_____', '*', '🎁']) {
      expect((await check(code)).body).toEqual({
        success: false,
        message: 'El código de descuento no existe',
      });
    }
  });

  test('a discount is never more than the total that the client names', async () => {
    await addCode(shop.context, 'TODO', { value_hundredths: 10_000, products: 'pin' });
    const buyer = openBrowser(shop);
    await buyer.signUp('total@correo.cl');
    const apply = async (json: object) =>
      (await buyer.call('/api/discount-codes/apply', { json: { code: 'TODO', ...json } })).body;
    expect(await apply({ orderTotal: 1.5 })).toMatchObject({
      ...{ discountAmount: 2, subtotalAfterDiscount: 0 },
    });
    const images = [{ quantity: 99 }];
    expect(await apply({ orderTotal: 1700, images })).toMatchObject({
      ...{ success: true, discountAmount: 1700, subtotalAfterDiscount: 0 },
    });
  });

  test('inside an order it sends no query outside of the transaction', async () => {
    await expect(
      shop.context.db.transaction(() =>
        checkDiscount(shop.context, { code: 'VERANO', orderTotal: 1, buyer: null }),
      ),
    ).rejects.toThrow('query outside of the running transaction');
  });
});
