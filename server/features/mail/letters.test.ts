import { describe, expect, test } from 'vitest';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { escapeHtml } from '#server/lib/html.ts';
import {
  agreed,
  bodiesOf,
  letters,
  notice,
  order,
  parts,
  pin,
  received,
  sender,
  settled,
  textOf,
  url,
} from '#server/testing/sample-letters.ts';
import { signInMethodAddedLetter, verifyEmailLetter } from './account-mails.ts';
import { newOrderLetter } from './owner-letters.ts';
import { renderHtml } from './render-html.ts';

describe.each(Object.entries(letters))('the %s letter', (_name, letter) => {
  const [html = '', text = ''] = bodiesOf(letter);

  test('escapes every name', () => {
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<b>');
    expect(html).toContain('Pines &amp; Cía &lt;b&gt;');
    expect(html).not.toMatch(/\$\{|undefined|\[object|null/);
    expect(text).not.toMatch(/undefined|\[object|null/);
  });

  test('says who writes and why', () => {
    for (const [body, reason] of [
      [html, escapeHtml(letter.reason)],
      [text, letter.reason],
    ] as const) {
      expect(body).toContain('76.123.456-7');
      expect(body).toContain('hola@pines.cl');
      expect(body).toContain('+56 9 8765 4321');
      expect(body).toContain('https://pines.cl');
      expect(body).toContain(reason);
    }
  });

  test('begins with the shop’s pin and loads nothing from elsewhere', () => {
    expect(html).toContain('background:#c8203f');
    expect(html).not.toMatch(/src="(?!cid:)|url\(|<link|<script/);
  });
});

test('an order of 500 names is listed up to the fortieth, and the rest is counted', () => {
  const items = Array.from({ length: 500 }, (_, at) => ({
    ...{ ...pin, originalName: 'curso.jpg', notes: null, quantity: 2 },
    text: { ...FIRST_STYLE, value: `Nombre ${at + 1}` },
  }));
  const long = { ...order, items };
  const letters = [
    newOrderLetter({ order: long, cids: [], shopName: 'Pines', url: 'https://pines.cl' }),
    ...[true, false].map((isBuyerVerified) => received({ order: long, cids: [], isBuyerVerified })),
  ];
  for (const letter of letters) {
    const text = textOf(letter);
    expect(text).toContain('Imagen 40');
    expect(text).not.toContain('Imagen 41');
    expect(text).toContain('Y 460 más, con 920 pines.');
    expect(renderHtml(letter, sender).length).toBeLessThan(90_000);
  }
});

test('an address with query keeps it', () => {
  const [html, text] = bodiesOf(letters.verify);
  expect(html).toContain('href="https://pines.cl/v?a=1&amp;b=2"');
  expect(text).toContain('https://pines.cl/v?a=1&b=2');
});

test('a link that runs a script is not written', () => {
  const letter = verifyEmailLetter('javascript:alert(1)', 'Pines');
  expect(() => renderHtml(letter, sender)).toThrow('not a link');
});

test('an order that was cancelled before its mail left promises nothing', () => {
  const text = textOf(received({ order: { ...settled(order), status: 'cancelled' } }));
  expect(text).toContain('Después fue cancelado.');
  expect(text).not.toMatch(/¿QUÉ SIGUE\?|fabricamos|fabricar/);
});

test("the buyer's mail holds the whole order and what comes next", () => {
  const letter = received();
  expect(letter.subject).toBe('Recibimos tu pedido 7K4MQ-X2TBA');
  for (const body of bodiesOf(letter)) {
    for (const text of [
      '7K4MQ-X2TBA',
      url,
      'Descuento (MENOS2000)',
      '−$2.000',
      '12 pines × $1.700',
      '$18.400',
      'Envío con descuento por ser de Chillán',
      '$2.500',
      '$20.900',
      'Av. Libertad 123',
      'Ñuble',
      'el conserje',
      'coordinar el pago y el envío',
      '5 a 7 días hábiles',
    ]) {
      expect(body).toContain(text);
    }
  }
  expect(renderHtml(letter, sender)).toContain('src="cid:imagen-1@pedido"');
  expect(renderHtml(letter, sender)).toContain('Imagen no disponible');
});

test('a shipping with a price of its own is not said to be the one to Chillán', () => {
  for (const body of bodiesOf(received({ hasOwnShipping: true }))) {
    expect(body).toContain('$2.500');
    expect(body).not.toContain('por ser de Chillán');
  }
});

test('a mail names each product, with its finish and price', () => {
  const [first, second] = order.items;
  if (!first || !second) throw new Error('no items');
  const product = { id: 'pin-32', name: '32 mm' };
  const finish = { id: 'iman', name: 'Imán' };
  const several = {
    ...order,
    items: [first, { ...second, notes: null, product, finish, unitPrice: 1500 }],
  };
  const letter = received({ order: several });
  for (const body of bodiesOf(letter)) {
    expect(body).toContain('5 pines × $1.700');
    expect(body).toContain('7 × 32 mm con imán, $1.500');
    expect(body).toContain('$10.500');
  }
  expect(textOf(letter)).toContain('Imagen 2 × 7 · 32 mm con imán');
});

test('without a discount none is mentioned, and other cities pay plain shipping', () => {
  const pricing = { ...order.deliveryData.pricing, discountAmount: 0 };
  const far = { ...order.deliveryData, region: 'RM', city: 'Santiago', pricing };
  const text = textOf(received({ order: { ...order, deliveryData: far } }));
  expect(text).not.toContain('escuento');
  expect(text).toContain('Envío: $2.500');
  expect(text).toContain('Metropolitana de Santiago');
});

test('a buyer who is told how to pay is not told to wait for a mail', () => {
  const howToPay = {
    ...{ ...NO_PAYMENT_DETAILS, bank: 'Banco del Sur', account: '00-123' },
    words: 'Pon el número.\nY avísanos.',
  };
  const letter = received({ order: { ...order, howToPay } });
  const text = textOf(letter);
  expect(`${letter.preview} ${text}`).not.toContain('Te contactaremos');
  expect(text).toContain('Transfiere el total a la cuenta de más abajo');
  expect(bodiesOf(letter)[0]).toContain('white-space:pre-line">Pon el número.\nY avísanos.<');
  for (const line of ['Banco: Banco del Sur', 'Monto: $20.900', 'Referencia: 7K4MQ-X2TBA']) {
    expect(text).toContain(line);
  }
});

const pines = { shopName: 'Pines', url: 'https://pines.cl/?panel=pedidos/7K4MQ-X2TBA' };

test("the shop's mail has all it takes to call the buyer and to press the pins", () => {
  const letter = newOrderLetter({ ...parts, ...pines });
  expect(letter.subject).toBe('Pedido nuevo 7K4MQ-X2TBA: 12 pines, $20.900');
  const [html] = bodiesOf(letter);
  for (const text of [
    '21/11/2026, 00:33',
    'Usuario Invitado',
    'https://wa.me/56912345678?text=',
    'mailto:rosa@correo.cl',
    'tel:+56912345678',
    'mlat=-36.6063&amp;mlon=-72.1034',
    'club.png',
    'href="https://pines.cl/?panel=pedidos/7K4MQ-X2TBA"',
    '&lt;img src=x',
  ]) {
    expect(html).toContain(text);
  }
});

test('a telephone number that is none gets no WhatsApp button', () => {
  const deliveryData = { ...order.deliveryData, phone: '123' };
  const letter = newOrderLetter({ order: { ...order, deliveryData }, cids: [], ...pines });
  expect(textOf(letter)).not.toContain('wa.me/123');
});

test('an e-mail address cannot add recipients to its link', () => {
  const deliveryData = { ...order.deliveryData, email: 'a?bcc=x@correo.cl' };
  const named = { ...order, deliveryData, userEmail: null };
  const letter = newOrderLetter({ order: named, cids: [], ...pines });
  expect(renderHtml(letter, sender)).toContain('href="mailto:a%3Fbcc=x@correo.cl"');
});

test('mails about an account say what happened, when, and what to do if it was another person', () => {
  for (const letter of [letters.passwordChanged, letters.signInMethodAdded]) {
    for (const body of bodiesOf(letter)) {
      expect(body).toContain('21/11/2026, 00:33 (hora de Chile)');
      expect(body).toContain('¿No fuiste tú?');
      expect(body).toContain(notice.recoverUrl);
    }
  }
  const added = signInMethodAddedLetter({ ...notice, method: 'google' });
  expect(textOf(added)).toContain('Se agregó: Google');
});

test('an unverified address gets amounts and no typed text', () => {
  const typed = 'http://estafa.example/gana';
  const { deliveryData, items } = order;
  const stranger = {
    ...order,
    items: items.map((item) => ({ ...item, originalName: typed, notes: typed })),
    deliveryData: { ...deliveryData, fullName: typed, address: typed, notes: typed, phone: typed },
  };
  const letter = received({ order: stranger, cids: [], agreed, isBuyerVerified: false });
  for (const body of bodiesOf(letter)) {
    expect(body).not.toMatch(/estafa|conserje|Rosa|cid:/);
    for (const text of ['7K4MQ-X2TBA', url, '5 pines', '7 pines', '−$2.000', '$20.900']) {
      expect(body).toContain(text);
    }
    expect(body).toContain('Si no fuiste tú');
    expect(body).toContain('Abajo va tu copia de las condiciones');
    // The page behind the link masks the delivery data: see view-order.ts.
    expect(body).toContain('tu nombre, teléfono y dirección aparecen ahí solo en parte');
  }
});
