import { FIRST_STYLE } from '#domain/pins/text.ts';
import { type Browser, openAccount } from './accounts.ts';
import { addPictures } from './add-pictures.ts';
import type { AdminShop } from './admin-shop.ts';
import { type Delivery, makeOrder, placed } from './orders.ts';
import { makePhonePhoto } from './pictures.ts';

/** Values that only this person has, in any table. */
export const PERSON_WORDS = [
  'rosalia@correo.cl',
  'Rosalía',
  '98765432',
  'Los Boldos',
  '-36.6123',
  'Portón verde',
  'Brillo para',
  'Rosi y Tito',
  'boda-secreta',
  'Boda secreta',
  'TRK-777',
  'TRK-778',
  'Disculpa, Rosi',
];

/** Text that occurs only in the shop's internal notes about the person. */
export const INTERNAL_WORDS = 'Regatea siempre';

export const PERSON_EMAIL = 'rosalia@correo.cl';

const delivery: Partial<Delivery> = {
  fullName: 'Rosalía Soto',
  phone: '98765432',
  email: PERSON_EMAIL,
  address: 'Pasaje Los Boldos 77',
  coordinates: { lat: -36.6123, lng: -72.1034 },
  notes: 'Portón verde',
};

/**
 * Creates an account with data of every kind that the shop stores: its own orders and guest orders,
 * completed, cancelled and in the bin, with all notes that an admin can write.
 */
export async function openKnownPerson(
  adminShop: AdminShop,
): Promise<{ browser: Browser; uid: string; orderIds: string[] }> {
  const { shop } = adminShop;
  const named = async () => {
    const images = (await addPictures(shop.context, 2)).map((imageUrl) => ({
      imageUrl,
      originalName: 'boda-secreta.jpg',
      notes: 'Brillo para Rosalía',
      text: { ...FIRST_STYLE, value: 'Rosi y Tito' },
    }));
    return makeOrder({ images, delivery });
  };
  const complainOf = async (orderId: string) => {
    const form = new FormData();
    const complaint = { orderId, items: '1', words: 'Le faltan letras a Rosalía' };
    for (const [field, value] of Object.entries(complaint)) form.append(field, value);
    form.append('photo', new Blob([new Uint8Array(await makePhonePhoto())]), 'foto.jpg');
    await browser.call('/api/orders/complaint', { method: 'POST', raw: form });
    const answer = { words: 'Disculpa, Rosi', refund: { amount: 1700, on: '2026-03-12' } };
    await put(`${orderId}/complaint`, answer, 'POST');
    const again = { items: [{ n: 1, quantity: 1 }], reason: 'Rosalía avisó', isPrinted: true };
    await put(`${orderId}/reprints`, again, 'POST');
    await put(`${orderId}/marks/dispatched`, { courier: 'Starken', tracking: 'TRK-778' });
  };
  const browser = await openAccount(shop, PERSON_EMAIL);
  const { user } = JSON.parse(JSON.stringify((await browser.call('/api/auth/profile')).body));
  const headers = { 'idempotency-key': `key of ${PERSON_EMAIL}` };
  const own = placed(await browser.call('/api/orders', { json: await named(), headers })).id;
  const binned = placed(await browser.call('/api/orders', { json: await named() })).id;
  const guest = placed(await shop.placeOrder(await named())).id;
  const put = (path: string, json: unknown, method = 'PUT') =>
    adminShop.ask(`/orders/${path}`, { method, json });
  await put(`${own}/payment`, { paidAt: '2026-03-09', how: 'Transferencia de Rosalía' });
  await put(`${own}/shipping`, { courier: 'Starken', trackingNumber: 'TRK-777' });
  await put(`${own}/proofs/approved`, { channel: 'chat', givenBy: 'Rosalía Soto' }, 'POST');
  await put(`${own}/notes`, { notes: 'Boda secreta' }, 'PATCH');
  await put(`${own}/internal-notes`, { internalNotes: INTERNAL_WORDS }, 'PATCH');
  const notes = { orderId: own, notes: INTERNAL_WORDS };
  await adminShop.ask('/buyers/notes', { method: 'PATCH', json: notes });
  const invoice = { rut: '12.345.678-5', name: 'Rosalía Boldos', giro: 'Bodas', address: 'x' };
  await browser.call('/api/orders/invoice', { json: { orderId: own, ...invoice } });
  await put(`${own}/document`, { number: '4711', issuedOn: '2026-03-09' });
  const asked = { items: [1], words: 'Rosalía sale cortada' };
  await put(`${guest}/picture-requests`, asked, 'POST');
  for (const [id, status] of [
    [own, 'completed'],
    [guest, 'cancelled'],
  ]) {
    await put(`${id}/status`, { status, reason: 'Rosalía lo pidió' }, 'PATCH');
  }
  await complainOf(own);
  await adminShop.ask(`/orders/${binned}`, { method: 'DELETE' });
  await browser.ask('/request-password-reset', { email: PERSON_EMAIL });
  return { browser, uid: user.uid, orderIds: [own, binned, guest] };
}
