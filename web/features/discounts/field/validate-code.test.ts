import { afterEach, describe, expect, it, vi } from 'vitest';
import { validateCode, whyUncounted } from '#web/features/discounts/DiscountField.tsx';

afterEach(() => vi.unstubAllGlobals());

function answer(status: number, body: unknown) {
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetch);
  return fetch;
}

it('a code that the price does not include says why', () => {
  const code = { code: 'LLEGA', type: 'free_shipping', value: 0, name: '' } as const;
  const pins = { imagesTotal: 1700, images: [{ product: 'pin', quantity: 1 }] };
  expect(whyUncounted({ ...code, products: ['otro'] }, pins)).toMatch(/^No vale para los pines/);
  expect(whyUncounted({ ...code, minOrderTotal: 2000 }, pins)).toMatch(/te faltan \$300$/);
  expect(whyUncounted(code, pins)).toBe(
    'Este pedido no tiene envío que pagar: guarda el código para otro',
  );
});

describe('asking about a discount code', () => {
  it('sends it trimmed and in upper case, and hands the discount back', async () => {
    const discount = { code: 'VERANO', type: 'fixed', value: 500, name: 'Verano' };
    const fetch = answer(200, { success: true, discount });
    expect(await validateCode(' verano ', { imagesTotal: 1700, images: null })).toEqual(discount);
    expect(fetch.mock.calls[0]?.[1].body).toBe('{"code":"VERANO","orderTotal":1700}');
  });

  it('takes a discount without a code for that of the one sent', async () => {
    const discount = { type: 'percentage', value: 10, name: 'Verano' };
    answer(200, { success: true, discount });
    const found = await validateCode('verano', { imagesTotal: 1700, images: null });
    expect(found).toEqual({ ...discount, code: 'VERANO' });
  });

  it('asks for a code when there is none', async () => {
    await expect(validateCode('  ', { imagesTotal: 1700, images: null })).rejects.toThrow(
      'Ingresa un código de descuento válido',
    );
  });

  it('passes the shop’s reason on', async () => {
    answer(200, { success: false, message: 'El código de descuento está vencido' });
    await expect(validateCode('X', { imagesTotal: 1, images: null })).rejects.toThrow(
      'El código de descuento está vencido',
    );
  });

  it.each([
    { success: false, message: '' },
    { success: false },
    { success: true },
    { discount: { code: 'X', type: 'fixed', value: 500, name: 'X' } },
  ])('has a reason of its own when the shop gives none: %j', async (body) => {
    answer(200, body);
    await expect(validateCode('X', { imagesTotal: 1, images: null })).rejects.toThrow(
      'Código inválido',
    );
  });

  it('tells a lost connection from a failure without words', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(validateCode('X', { imagesTotal: 1, images: null })).rejects.toThrow(
      'Error de conexión. Verifica tu internet.',
    );
    answer(500, {});
    await expect(validateCode('X', { imagesTotal: 1, images: null })).rejects.toThrow(
      'Error validando código de descuento',
    );
  });
});
