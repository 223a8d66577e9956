// node place-order.ts <the shop's URL> <a picture's file>: an independent client, written only from
// the OpenAPI document. Uploads the picture, asks for the price, places an order and prints it.
import { readFile } from 'node:fs/promises';
import createClient from 'openapi-fetch';
import type { paths } from './.cache/schema.d.ts';

type OrderBody = NonNullable<
  paths['/api/orders']['post']['requestBody']
>['content']['application/json'];

const [, , baseUrl = '', picture = ''] = process.argv;
const shop = createClient<paths>({ baseUrl });

async function uploadPicture(): Promise<string> {
  const form = new FormData();
  form.append('image', new Blob([await readFile(picture)]), 'foto.jpg');
  const { data, error } = await shop.POST('/api/upload', {
    body: { image: picture },
    bodySerializer: () => form,
  });
  if (!data) throw new Error(error.message);
  return data.imageUrl;
}

/** Sends wrong figures on purpose: the shop responds with the correct ones. */
async function askPrice(order: OrderBody): Promise<OrderBody['deliveryData']['pricing']> {
  const { error } = await shop.POST('/api/orders', { body: order });
  if (!error?.pricing) throw new Error(error?.message ?? 'the shop took wrong figures');
  return error.pricing;
}

const nothing = {
  imagesCount: 0,
  uniqueImages: 0,
  pricePerImage: 0,
  imagesTotal: 0,
  discountAmount: 0,
  subtotalAfterDiscount: 0,
  shippingCost: 0,
  totalAmount: 0,
};
const order: OrderBody = {
  images: [{ imageUrl: await uploadPicture(), originalName: 'foto.jpg', quantity: 2 }],
  deliveryData: {
    fullName: 'Constanza Ibáñez',
    phone: '+56 9 8765 4321',
    email: 'constanza@correo.cl',
    region: 'XVI',
    city: 'Chillán',
    address: 'Avenida Libertad 450, Chillán',
    pricing: nothing,
  },
};
order.deliveryData.pricing = await askPrice(order);
const { data, error } = await shop.POST('/api/orders', {
  body: order,
  headers: { 'Idempotency-Key': crypto.randomUUID() },
});
if (!data) throw new Error(error.message);
console.log(JSON.stringify(data.order));
