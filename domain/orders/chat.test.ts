import { expect, test } from 'vitest';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import {
  askForMorePictures,
  askForPictures,
  askForSharper,
  greetBuyer,
  remindBuyer,
  tellChangesSeen,
  tellDispatched,
  tellLate,
  tellPaid,
  tellReady,
  tellReceiptDiffers,
  tellReceiptSeen,
} from './chat.ts';

const url = 'https://pines.cl/#pedido=x';
const topic = { shopName: 'Pines & Cía', fullName: ' María José Soto', orderId: 'AB-12' };

test('who is asked for pictures of a placed order reads where to send them', () => {
  expect(askForMorePictures(topic, url)).toBe(
    'Hola María, te escribimos de Pines & Cía por tu pedido AB-12. Manda tus fotos desde tu pedido, con «Pedir un cambio»: https://pines.cl/#pedido=x',
  );
});

test('who is asked for a sharper picture reads which one and where it is changed', () => {
  const blur = { n: 2, width: 120, height: 160, used: 120, faceMm: 58, needed: 827 };
  expect(askForSharper(topic, { pictures: [blur], orderUrl: url })).toBe(
    [
      'Hola María, te escribimos de Pines & Cía por tu pedido AB-12.',
      'Revisamos tus imágenes antes de imprimir:',
      'Imagen 2: mide 120 × 160 px y en un pin de 58 mm saldría borrosa. ¿Nos envías una más grande, de 827 px o más por lado?',
      'Mándala desde tu pedido, con «Cambiar una imagen» o «Pedir un cambio»: https://pines.cl/#pedido=x',
    ].join('\n'),
  );
});

test('a reminder has amount and bank, or asks where the shop has told none', () => {
  const details = { ...NO_PAYMENT_DETAILS, bank: 'Banco Sur', account: '99', words: 'Sin apuro' };
  expect(remindBuyer(topic, { amount: 7600, details, url })).toBe(
    [
      'Hola María, te escribimos de Pines & Cía por tu pedido AB-12. Todavía no vemos tu pago de $7.600.',
      'Estos son los datos para la transferencia:',
      'Banco: Banco Sur',
      'Número de cuenta: 99',
      'Monto: $7.600',
      'Sin apuro',
      'Aquí ves tu pedido y puedes adjuntar el comprobante: https://pines.cl/#pedido=x',
      'Si ya pagaste, envíanos el comprobante por aquí. ¡Gracias!',
    ].join('\n'),
  );
  const bare = remindBuyer(topic, { amount: 7600, details: NO_PAYMENT_DETAILS, url });
  expect(bare).toContain('$7.600. ¿Te ayudamos a pagarlo?');
  expect(bare).not.toContain('Banco');
  expect(bare).toContain(url);
  const silent = remindBuyer(topic, {
    amount: 7600,
    details: { ...details, words: '' },
    url,
  }).split('\n');
  expect(silent.slice(-3)).toEqual([
    expect.stringMatching('Monto'),
    expect.stringMatching('pedido'),
    expect.stringMatching('Gracias'),
  ]);
});

test('a group is greeted without its first word, and a receipt that differs names the amount', () => {
  const group = { ...topic, fullName: 'Comando Mujeres' };
  expect(tellReceiptDiffers(group, 7600)).toMatch(
    /^Hola, te escribimos de Pines & Cía por tu pedido AB-12\. .*no coincide.*\$7\.600/,
  );
});

test.each([
  ['Starken', 'ST-1', '¡Ya va en camino por Starken! Su número de seguimiento es ST-1.'],
  ['Starken', null, '¡Ya va en camino por Starken!'],
  [null, null, '¡Ya va en camino!'],
])('a parcel by %s with the number %s', (courier, trackingNumber, end) => {
  expect(tellDispatched(topic, {}, { courier, trackingNumber })).toBe(
    `${greetBuyer(topic)} ${end}`,
  );
});

test('what goes to an office, or is picked up, is told so', () => {
  const parcel = { courier: 'Starken', trackingNumber: 'ST-1' };
  const office = { deliveryData: { way: 'branch', courier: 'Starken', branch: 'Centro' } } as const;
  expect(tellDispatched(topic, office, parcel)).toContain(
    '¡Ya va en camino a la oficina de Starken (Centro)! Su número de seguimiento es ST-1.',
  );
  const pickup = { place: 'Arauco 5', hours: '10 a 18 h' };
  const pickedUp = { deliveryData: { way: 'pickup' }, pickup } as const;
  expect(tellReady(topic, pickedUp)).toBe(
    `${greetBuyer(topic)} ¡Tu pedido está listo para retirar en Arauco 5, 10 a 18 h!`,
  );
  expect(tellLate(topic, pickedUp)).toContain('apenas esté listo para retirar.');
  expect(tellLate(topic, office)).toContain('apenas salga.');
});

test('each text greets its buyer and says what it is about', () => {
  const texts = [
    [askForPictures(topic, 'https://pines.cl/#x'), 'https://pines.cl/#x'],
    [tellReceiptSeen(topic, 7600), 'tu comprobante por $7.600'],
    [tellPaid(topic, 7600), 'Tu pago de $7.600 quedó confirmado'],
    [tellChangesSeen(topic), 'los cambios que pediste'],
  ] as const;
  for (const [text, said] of texts) {
    expect(text.startsWith(greetBuyer(topic))).toBe(true);
    expect(text).toContain(said);
  }
  expect(greetBuyer({ ...topic, fullName: 'María\u00a0 José' })).toMatch(/^Hola María,/);
});
