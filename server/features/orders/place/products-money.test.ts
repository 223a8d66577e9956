import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import type { CreateOrderBody } from '#contract/orders/orders.ts';
import { toPricing } from '#contract/orders/pricing.ts';
import type { Discount } from '#domain/discounts/discounts.ts';
import { DEFAULT_PRICES, type Prices } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import { choosePins, FIRST_CHOICE } from '#domain/pins/choice.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins, type Product } from '#domain/pins/products.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import { findWrongSums } from '#server/testing/find-wrong-sums.ts';
import { addCode, placed } from '#server/testing/orders.ts';
import { LONG, SEED } from '#server/testing/seed.ts';
import { anyDatabase, useAdminShop } from '#server/testing/use-shop.ts';

const RUNS = LONG ? 2000 : 30;

const PRODUCTS: Product[] = [
  {
    id: 'pin',
    name: 'Pin',
    press: { face: 58, cut: 70, safe: 51 },
    price: 1700,
    steps: [{ from: 20, price: 1490 }],
    finishes: [],
    retired: false,
  },
  {
    id: 'pin-32',
    name: '32 mm',
    press: { face: 32, cut: 43, safe: 27 },
    price: 1200,
    steps: [
      { from: 10, price: 990 },
      { from: 50, price: 777 },
    ],
    finishes: [
      { id: 'alfiler', name: 'Alfiler', extra: 0 },
      { id: 'iman', name: 'Imán', extra: 333 },
    ],
    retired: false,
  },
  {
    id: 'espejo',
    name: 'Espejo',
    press: { face: 75, cut: 86, safe: 66 },
    price: 2950,
    steps: [],
    finishes: [{ id: 'funda', name: 'Funda', extra: 250 }],
    retired: false,
  },
];
const PRICES: Prices = {
  ...DEFAULT_PRICES,
  steps: PRODUCTS[0]?.steps ?? [],
  shippingByRegion: [{ region: 'XV', price: 7000 }],
  freeShippingFrom: 90_000,
};

/** The choices of a buyer, priced by the table above. */
const CHOICES = [
  { product: null, finish: null },
  { product: 'pin', finish: null },
  { product: 'pin-32', finish: null },
  { product: 'pin-32', finish: 'iman' },
  { product: 'espejo', finish: 'funda' },
] as const;
type Choice = (typeof CHOICES)[number];

/** The price of a pin, computed from the table without the shop's code. */
function priceByTable({ product, finish }: Choice, pinsOfProduct: number): number {
  if (product === 'espejo') return 3200;
  if (product !== 'pin-32') return pinsOfProduct < 20 ? 1700 : 1490;
  const step = pinsOfProduct < 10 ? 1200 : pinsOfProduct < 50 ? 990 : 777;
  return step + (finish === 'iman' ? 333 : 0);
}

const PLACES = [
  { region: 'XVI', city: 'Chillán', shipping: 2500 },
  { region: 'XV', city: 'Arica', shipping: 7000 },
  { region: 'RM', city: 'Santiago', shipping: 4000 },
];
const CODES: Record<'DIEZ' | 'LLEGA' | 'CHICO', Discount> = {
  DIEZ: { code: 'DIEZ', name: '', type: 'percentage', value: 10 },
  LLEGA: { code: 'LLEGA', name: '', type: 'free_shipping', value: 0 },
  CHICO: { code: 'CHICO', name: '', type: 'percentage', value: 20, products: ['pin-32'] },
};

const anyOrder = fc.record({
  lines: fc.array(
    fc.record({
      choice: fc.constantFrom(...CHOICES),
      quantity: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 60 })),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  place: fc.constantFrom(...PLACES),
  code: fc.option(fc.constantFrom('DIEZ' as const, 'LLEGA' as const, 'CHICO' as const)),
});

describe.each(anyDatabase)('money with several products on %s', (kind) => {
  let pictures: string[] = [];
  const adminShop = useAdminShop(kind, { env: { RATE_LIMITS: 'off' } });
  beforeAll(async () => {
    const { context } = adminShop.shop;
    await addCode(context, 'DIEZ');
    await addCode(context, 'LLEGA', { type: 'free_shipping', value_hundredths: 0 });
    await addCode(context, 'CHICO', { value_hundredths: 2000, products: 'pin-32' });
    pictures = await addPictures(context, RUNS * 6);
    await adminShop.saveSettings('prices', PRICES);
    await adminShop.saveSettings('products', { products: PRODUCTS });
  });

  test('is what the table says, to the peso, in the browser, in the answer and in the books', {
    timeout: LONG ? 1_800_000 : 120_000,
  }, async () => {
    const offered = offeredPins({ products: PRODUCTS, prices: PRICES, press: DEFAULT_PRESS });
    const property = fc.asyncProperty(anyOrder, async ({ lines, place, code }) => {
      const images = lines.map(({ choice, quantity }, at) => ({
        ...{ ...FIRST_CHOICE, ...choice, quantity },
        imageUrl: pictures.pop() ?? '',
        originalName: `${at}.jpg`,
        notes: null,
      }));
      const discount = code && CODES[code];
      const { shipping: _, ...to } = place;
      const pricing = toPricing(
        priceOrder({ lines: choosePins(images, offered), to, discount, shipping: PRICES }),
      );
      const deliveryData = { ...sampleDelivery, ...to, pricing };
      const body: CreateOrderBody = { images, deliveryData, seen: null };
      const order = placed(await adminShop.shop.placeOrder(body));

      const idOf = ({ product }: Choice) => product ?? 'pin';
      const each = lines.map(({ choice }) => {
        const same = lines.filter((line) => idOf(line.choice) === idOf(choice));
        return priceByTable(
          choice,
          same.reduce((sum, { quantity }) => sum + quantity, 0),
        );
      });
      const costs = lines.map(({ quantity }, at) => quantity * (each[at] ?? 0));
      const imagesTotal = costs.reduce((sum, cost) => sum + cost, 0);
      const smallTotal = costs
        .filter((_, at) => lines[at]?.choice.product === 'pin-32')
        .reduce((sum, cost) => sum + cost, 0);
      const reductions = { DIEZ: imagesTotal * 0.1, CHICO: smallTotal * 0.2, LLEGA: 0 };
      const reduction = code ? Math.round(reductions[code]) : 0;
      const worth = imagesTotal - reduction;
      const shipping = code === 'LLEGA' || worth >= 90_000 ? 0 : place.shipping;
      expect(order.deliveryData.pricing).toEqual(pricing);
      expect(pricing).toMatchObject({
        ...{ pricePerImage: each[0], imagesTotal, discountAmount: reduction },
        ...{ subtotalAfterDiscount: worth, shippingCost: shipping, totalAmount: worth + shipping },
      });
      expect(order.items.map(({ unitPrice }) => unitPrice)).toEqual(each);
      expect(order.items.map(({ product }) => product.id)).toEqual(
        lines.map(({ choice }) => idOf(choice)),
      );
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS, endOnFailure: true });
    expect(await findWrongSums(adminShop.shop.context.db)).toEqual([]);
  });

  test('a code for a product is refused where no pin is of it, when it is looked at and when it is sent', async () => {
    const { shop } = adminShop;
    const message = 'El código de descuento no vale para los pines de este pedido';
    const check = async (products: readonly string[], path = 'validate') => {
      const images = products.map((product) => ({ product, quantity: 2 }));
      const json = { code: 'CHICO', orderTotal: 5800, images };
      const bearer = path === 'apply' ? { bearer: await adminShop.admin.token() } : {};
      return (await shop.call(`/api/discount-codes/${path}`, { json, ...bearer })).body;
    };
    expect(await check(['pin', 'espejo'])).toEqual({ success: false, message });
    expect(await check(['pin', 'pin-32'])).toMatchObject({
      discount: { code: 'CHICO', products: ['pin-32'] },
    });
    const today = { code: 'CHICO', orderTotal: 3400 };
    const { body } = await shop.call('/api/discount-codes/validate', { json: today });
    expect(body).toMatchObject({ success: true });
    const [imageUrl = ''] = await addPictures(shop.context, 1);
    const image = { ...FIRST_CHOICE, imageUrl, originalName: 'gato.jpg', notes: null };
    const offered = offeredPins({ products: PRODUCTS, prices: PRICES, press: DEFAULT_PRESS });
    const to = { region: 'XVI', city: 'Chillán' };
    const lines = choosePins([image], offered);
    const pricing = toPricing(priceOrder({ lines, to, shipping: PRICES }));
    const sent = { ...pricing, discountCode: 'CHICO' };
    const deliveryData = { ...sampleDelivery, ...to, pricing: sent };
    const refused = await shop.placeOrder({ images: [image], deliveryData, seen: null });
    expect(refused).toMatchObject({
      status: 409,
      body: { code: 'discount_unavailable', message, pricing },
    });
    expect(await findWrongSums(shop.context.db)).toEqual([]);
  });

  test('an order keeps names, finish, price and press of its day', async () => {
    const { shop, ask } = adminShop;
    const [imageUrl = ''] = await addPictures(shop.context, 1);
    const choices = [
      { product: 'pin-32', finish: 'iman' },
      { product: 'espejo', finish: 'funda' },
    ];
    const images = choices.map((choice) => ({
      ...{ ...FIRST_CHOICE, ...choice, imageUrl },
      originalName: 'gato.jpg',
      notes: null,
    }));
    const offered = offeredPins({ products: PRODUCTS, prices: PRICES, press: DEFAULT_PRESS });
    const to = { region: 'XVI', city: 'Chillán' };
    const pricing = toPricing(
      priceOrder({ lines: choosePins(images, offered), to, shipping: PRICES }),
    );
    const body = { images, deliveryData: { ...sampleDelivery, ...to, pricing }, seen: null };
    const { id } = placed(await shop.placeOrder(body));

    const csv = await (await adminShop.fetchFile(`/orders/export.csv?q=${id}`)).text();
    expect(csv).toMatch(/"Pin";"Producto";"Acabado";"Precio del pin"\r\n/);
    expect(csv).toMatch(/"32 mm con imán";"32 mm";"Imán";1533\r\n/);

    const renamed = PRODUCTS.filter((product) => product.id !== 'espejo').map((product) =>
      product.id === 'pin-32' ? { ...product, name: 'Chico', retired: true } : product,
    );
    await adminShop.saveSettings('products', { products: renamed });
    const { body: kept } = await ask(`/orders/${id}`);
    expect(kept).toMatchObject({
      order: {
        items: [
          {
            product: { id: 'pin-32', name: '32 mm' },
            finish: { id: 'iman', name: 'Imán' },
            unitPrice: 1533,
            press: { faceMm: 32, cutMm: 43, safeMm: 27 },
          },
          {
            product: { id: 'espejo', name: 'Espejo' },
            finish: { id: 'funda', name: 'Funda' },
            unitPrice: 3200,
            press: { faceMm: 75, cutMm: 86, safeMm: 66 },
          },
        ],
      },
    });
    const [other = ''] = await addPictures(shop.context, 1);
    const late = {
      ...body,
      images: [...images, { ...FIRST_CHOICE, finish: 'oro', originalName: 'x', notes: null }].map(
        (image) => ({ ...image, imageUrl: other }),
      ),
    };
    const refused = await shop.placeOrder(late);
    expect([refused.status, refused.body.code]).toEqual([409, 'product_unavailable']);
    expect(Object.keys(refused.body.fields ?? {})).toEqual([
      'images.0.product',
      'images.1.product',
      'images.2.finish',
    ]);

    await ask('/settings/products', { method: 'DELETE' });
    const later = await (await adminShop.fetchFile(`/orders/export.csv?q=${id}`)).text();
    expect(later).toMatch(/"32 mm con imán";"32 mm";"Imán";1533\r\n/);
  });
});
