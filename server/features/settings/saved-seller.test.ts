import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBrowser } from '#server/testing/accounts.ts';
import { type AdminShop, openAdminShop } from '#server/testing/admin-shop.ts';
import { type GeocoderDouble, openGeocoderDouble } from '#server/testing/geocoder.ts';
import { answerProof, lastProofToken } from '#server/testing/proofs.ts';
import { readPdf } from '#server/testing/read-pdf.ts';
import { anyDatabase } from '#server/testing/shop.ts';

const SAVED = {
  name: 'Chapitas del Valle',
  email: 'hola@chapitas.cl',
  whatsapp: '+56 9 8765 4321',
};

describe.each(anyDatabase)('a seller that only the panel knows on %s', (kind) => {
  let adminShop: AdminShop;
  let geocoder: GeocoderDouble;
  let ahead = 0;
  beforeAll(async () => {
    geocoder = await openGeocoderDouble();
    const env = { GEOCODER_URL: geocoder.url };
    adminShop = await openAdminShop(kind, { env, clock: () => Date.now() + ahead });
    const { rut, address } = (await adminShop.shop.context.settings.current()).settings.seller;
    const values = { ...SAVED, rut, address, senderName: '' };
    const json = { values, version: 0 };
    const { status } = await adminShop.ask('/settings/seller', { method: 'PUT', json });
    expect(status).toBe(200);
    // Settings are cached for two seconds.
    ahead = 3000;
  });
  afterAll(async () => {
    await adminShop.shop.close();
    await geocoder.close();
  });

  const mailsAbout = (orderId: string) => adminShop.mailed(orderId, 'proof_answered');

  test("gets the mail of a buyer's 'Piden cambios'", async () => {
    const id = await adminShop.placePaid();
    await adminShop.ask(`/orders/${id}/proofs`, { method: 'POST' });
    const answer = { approved: false, words: 'Más a la izquierda' };
    const token = await lastProofToken(adminShop.shop, id);
    expect((await answerProof(adminShop.shop, token, answer)).status).toBe(200);
    expect(await mailsAbout(id)).toHaveLength(1);
  });

  test('is on the packing slips', async () => {
    const { id } = await adminShop.place();
    const slips = await adminShop.fetchFile(`/slips?ids=${id}`);
    const { texts } = readPdf(new Uint8Array(await slips.arrayBuffer()));
    for (const fact of Object.values(SAVED)) expect(texts.join()).toContain(fact);
  });

  test('is the contact in requests to the geocoder', async () => {
    geocoder.say([{ lat: '-37.12', lon: '-72.01' }]);
    await adminShop.shop.call('/api/geocode', { json: { city: 'Yungay' } });
    expect(geocoder.requests.at(-1)?.userAgent).toContain(SAVED.email);
  });

  test('has a name that cannot be a password', async () => {
    const { body } = await openBrowser(adminShop.shop).signUp('ana@correo.cl', SAVED.name);
    expect(body?.code).toBe('PASSWORD_TOO_COMMON');
  });
});
