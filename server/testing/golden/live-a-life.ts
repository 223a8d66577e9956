import { randomUUID } from 'node:crypto';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { firstToken } from '#server/features/orders/order-link.ts';
import { openAccount } from '#server/testing/accounts.ts';
import type { AdminShop } from '#server/testing/admin-shop.ts';
import { type Answer, uploaded } from '#server/testing/client.ts';
import { addCode, type Delivery, makeOrder, placed } from '#server/testing/orders.ts';
import { makePhonePhoto } from '#server/testing/pictures.ts';
import { answerProof, lastProofToken } from '#server/testing/proofs.ts';
import { workOff } from '#server/testing/work-off.ts';

export const BUYER = 'rosalia@correo.cl';
const PAID = { paidAt: '2026-03-09', how: 'Transferencia' };

/** @throws Error for an error response: a frozen home must not lack half of its data */
function done(answer: Answer): Answer {
  if (answer.status < 300) return answer;
  throw new Error(`answered ${answer.status}: ${JSON.stringify(answer.body)}`);
}

/**
 * Fills a shop with typical data: an order of every kind, and one in every state.
 * @param payOnline pays at the provider's form like a buyer, and returns the URL of the return
 */
export async function liveALife(
  { shop, ask: askOwner }: AdminShop,
  payOnline: (formToken: string) => string,
): Promise<void> {
  const { context } = shop;
  const ask = async (path: string, json: unknown = {}, method = 'POST') =>
    done(await askOwner(path, { method, json }));
  const tokenOf = (id: string) => firstToken(context, id);
  const form = (path: string, fields: Record<string, string | Blob>) => {
    const raw = new FormData();
    for (const [name, value] of Object.entries(fields)) raw.append(name, value);
    return { path, request: { method: 'POST', raw } };
  };
  const send = async (path: string, fields: Record<string, string | Blob>) =>
    done(await shop.call(path, form(path, fields).request));
  const photo = new Uint8Array(await makePhonePhoto());
  const pdf = new Blob(['%PDF-1.4\n%un documento\n']);
  const upload = async () => uploaded(await shop.upload(photo)).imageUrl;
  type Image = Parameters<typeof makeOrder>[0]['images'][number];
  const place = async (images: Image[] = [], delivery: Partial<Delivery> = {}) => {
    const given = images.length > 0 ? images : [await upload()];
    return placed(await shop.placeOrder(makeOrder({ images: given, delivery }), randomUUID())).id;
  };
  const pay = (id: string) => ask(`/orders/${id}/payment`, PAID, 'PUT');

  const discount = await addCode(context, 'DORADO', { max_uses: 5 });
  const coded = makeOrder({ images: [await upload()], discount });
  placed(await shop.placeOrder(coded, randomUUID()));

  const browser = await openAccount(shop, BUYER);
  const mine = makeOrder({ images: [await upload()], delivery: { email: BUYER } });
  const own = placed(await browser.call('/api/orders', { json: mine })).id;
  done(await browser.call('/api/orders/addresses', { method: 'PUT', json: mine.deliveryData }));
  await pay(own);
  await ask(`/orders/${own}/proofs`);
  done(await answerProof(shop, await lastProofToken(shop, own)));
  await ask(`/orders/${own}/marks/printed`, {}, 'PUT');

  const { body } = await askOwner('/settings');
  const { values, version } = Object(body.settings).products;
  const finishes = [{ id: 'iman', name: 'Imán', extra: 0 }];
  const press = { face: 32, cut: 43, safe: 27 };
  const small = { ...values.products[0], id: '32-mm', name: '32 mm', press, finishes };
  const offered = { products: [...values.products, small] };
  await ask('/settings/products', { values: offered, version }, 'PUT');
  await ask('/printers/Epson', { scaleX: 1.01, scaleY: 0.99 }, 'PUT');
  const { deliveryData } = makeOrder({ images: [], delivery: { fullName: 'Curso 4° B' } });
  const agreed = { images: [], deliveryData, agreedTotal: 15_000 };
  await ask('/orders', agreed);

  const text = { ...FIRST_STYLE, value: 'Rosi y Tito' };
  const crop = { x: 0.5, y: 0.5, diameter: 0.8, rotation: 15, background: null };
  const [named, plain] = [await upload(), await upload()];
  const complete = await place([
    { imageUrl: named, quantity: 12, text, crop },
    { imageUrl: plain, notes: 'Con brillo', product: '32-mm', finish: 'iman' },
  ]);
  await send('/api/orders/receipt', { token: tokenOf(complete), receipt: pdf });
  await pay(complete);
  const boleta = form('', { number: '4711', issuedOn: '2026-03-09', file: pdf }).request;
  done(await askOwner(`/orders/${complete}/document`, { ...boleta, method: 'PUT' }));
  const parcel = { courier: 'Starken', tracking: 'TRK-777' };
  await ask(`/orders/${complete}/marks/dispatched`, parcel, 'PUT');
  const complaint = { token: tokenOf(complete), items: '1', words: 'Llegó rayado' };
  await send('/api/orders/complaint', { ...complaint, photo: new Blob([photo]) });
  const refund = { amount: 1700, on: '2026-03-10' };
  await ask(`/orders/${complete}/complaint`, { words: 'Va otro', refund });
  const reprint = { items: [{ n: 1, quantity: 2 }], reason: 'Rayado', isPrinted: true };
  await ask(`/orders/${complete}/reprints`, reprint);

  const replaced = await place();
  await ask(`/orders/${replaced}/picture-requests`, { items: [1], words: 'Sale oscura' });
  await ask(`/orders/${replaced}/internal-notes`, { internalNotes: 'Llamar' }, 'PATCH');

  const [waiting, online] = [await place(), await place()];
  const begin = async (id: string) => {
    const headers = { 'idempotency-key': randomUUID() };
    const answer = await shop.call('/api/payments', { json: { token: tokenOf(id) }, headers });
    return String(Object(done(answer).body.fields).token_ws);
  };
  await begin(waiting);
  const back = payOnline(await begin(online));
  await shop.fetch(back.slice(new URL(back).origin.length), { redirect: 'manual' });

  const owed = await place();
  await pay(owed);
  await ask(`/orders/${owed}/refunds`, { amount: 700, how: 'cash' });
  await ask(`/orders/${owed}/status`, { status: 'cancelled', reason: null }, 'PATCH');
  const cancelled = await place();
  done(await shop.call('/api/orders/cancel', { json: { token: tokenOf(cancelled) } }));
  const email = 'olvidada@correo.cl';
  const erased = await place([], { email, fullName: 'Alguien Olvidada' });
  await ask(`/orders/${erased}/status`, { status: 'cancelled', reason: null }, 'PATCH');
  done(await askOwner(`/people?email=${email}`, { method: 'DELETE' }));
  const binned = await place();
  done(await askOwner(`/orders/${binned}`, { method: 'DELETE' }));

  await workOff(shop);
}
