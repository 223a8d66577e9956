import { describe, test } from 'vitest';
import type { Delivery } from '#server/testing/orders.ts';
import { anyDatabase } from '#server/testing/shop.ts';
import { takeWrongOrders } from '#server/testing/wrong-orders.ts';

describe.each(anyDatabase)('wrong delivery data on %s', (kind) => {
  const adminShop = takeWrongOrders(kind);

  test('a guest who filled in nothing reads every message at once', async () => {
    const nothing = {
      fullName: ' ',
      phone: '',
      email: null,
      region: '',
      city: '',
      address: '\n',
    };
    await adminShop.expectRefusal(adminShop.withDelivery(nothing), {
      'deliveryData.fullName': 'El nombre del destinatario es obligatorio',
      'deliveryData.phone': 'El teléfono es obligatorio',
      'deliveryData.email': 'El email es obligatorio para recibir confirmación del pedido',
      'deliveryData.region': 'La región es obligatoria',
      'deliveryData.city': 'La ciudad es obligatoria',
      'deliveryData.address': 'La dirección es obligatoria',
    });
  });

  test.each<[string, Partial<Record<keyof Delivery, unknown>>, string]>([
    ['an unknown region', { region: 'XX' }, 'La región no es válida'],
    ['a region named like a prototype', { region: '__proto__' }, 'La región no es válida'],
    ['a city of another region', { city: 'Arica' }, 'La ciudad no es de esa región'],
    ['a phone of letters', { phone: 'llámame' }, 'El teléfono debe ser válido (8-9 dígitos)'],
    ['a phone of 7 digits', { phone: '1234567' }, 'El teléfono debe ser válido (8-9 dígitos)'],
    ['an e-mail without a point', { email: 'a@b' }, 'El email debe tener un formato válido'],
    [
      'an e-mail of two people',
      { email: 'a@b.cl,c@d.cl' },
      'El email debe tener un formato válido',
    ],
    [
      'an e-mail with a header',
      { email: 'a@b.cl\r\nBcc: c@d.cl' },
      'El texto debe ir en una sola línea',
    ],
    ...['ana..b@gmail.com', 'ana.@gmail.com', 'ana@-tienda.cl', 'ana@127.0.0.1'].map(
      (email): [string, Partial<Delivery>, string] => [
        `an e-mail that no server takes, ${email}`,
        { email },
        'El email debe tener un formato válido',
      ],
    ),
    [
      'a name that cannot be seen',
      { fullName: '\u200b\u200b' },
      'El nombre del destinatario es obligatorio',
    ],
    ['an e-mail with a name', { email: 'Ana <a@b.cl>' }, 'El email debe tener un formato válido'],
    [
      'a latitude out of the world',
      { coordinates: { lat: 91, lng: 0 } },
      'El punto del mapa no es válido',
    ],
    [
      'a longitude out of the world',
      { coordinates: { lat: 0, lng: 1e308 } },
      'El punto del mapa no es válido',
    ],
    [
      '200 kB of notes',
      { notes: 'a'.repeat(200_000) },
      'El texto es demasiado largo (máximo 1000 caracteres)',
    ],
    [
      '1001 characters of notes',
      { notes: 'a'.repeat(1001) },
      'El texto es demasiado largo (máximo 1000 caracteres)',
    ],
    [
      'a name of 121 characters',
      { fullName: 'a'.repeat(121) },
      'El texto es demasiado largo (máximo 120 caracteres)',
    ],
    [
      'an address of 201 characters',
      { address: 'a'.repeat(201) },
      'El texto es demasiado largo (máximo 200 caracteres)',
    ],
    ['a null character', { fullName: 'Ana\u0000' }, 'El texto tiene caracteres no permitidos'],
    [
      'an escape character',
      { address: 'Calle \u001b[2J 1' },
      'El texto tiene caracteres no permitidos',
    ],
    ['half an emoji', { notes: '\ud83d' }, 'El texto tiene caracteres no permitidos'],
  ])('%s', async (_name, change, message) => {
    const [field = ''] = Object.keys(change);
    await adminShop.expectRefusal(adminShop.withDelivery(change), {
      [`deliveryData.${field}`]: message,
    });
  });

  test.each(['fullName', 'phone', 'region', 'city', 'address'])(
    'a line break in %s, which could start a header of a mail',
    async (field) => {
      await adminShop.expectRefusal(adminShop.withDelivery({ [field]: 'Ana\r\nBcc: x@y.cl' }), {
        [`deliveryData.${field}`]: 'El texto debe ir en una sola línea',
      });
    },
  );
});
