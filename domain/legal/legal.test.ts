import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatPesos } from '#domain/base/money.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { DEFAULT_PRICES, type Prices } from '#domain/orders/prices.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import {
  BIN_DAYS,
  DRAFT_DAYS,
  SESSION_DAYS,
  WAITING_PICTURE_HOURS,
} from '#domain/privacy/retention.ts';
import { DEFAULT_PRESS } from '../pins/pin.ts';
import { offeredPins } from '../pins/products.ts';
import type { LegalText, Offer, Seller } from './document.ts';
import { payingInWords, payment } from './payment.ts';
import { privacy, type Services } from './privacy.ts';
import { agreement, terms } from './terms.ts';
import { PRIVACY_VERSION, TERMS_VERSION } from './versions.ts';
import { withdrawal } from './withdrawal.ts';

const full: Seller = {
  name: 'Pines de Rosa',
  email: 'hola@pines.cl',
  whatsapp: '+56 9 8765 4321',
  rut: '76.123.456-7',
  address: 'Av. Libertad 123, Chillán',
};
const bare: Seller = { name: 'Pines', email: '', whatsapp: '', rut: '', address: '' };
const sellers = [
  full,
  { ...full, email: '' },
  { ...full, whatsapp: '' },
  { ...bare, address: 'Chillán, Chile' },
  bare,
];
const ownServices: Services = {
  map: { kind: 'google' },
  googleAccount: true,
  paysBy: null,
  accounts: 'shop',
};
const services: readonly Services[] = [
  ownServices,
  {
    map: { kind: 'tiles', host: 'tiles.cl' },
    googleAccount: false,
    paysBy: null,
    accounts: 'shop',
  },
];

const offerOf = (seller: Seller, prices: Prices = DEFAULT_PRICES): Offer => ({
  seller,
  pins: offeredPins({ prices, press: DEFAULT_PRESS }),
  shipping: prices,
  delivery: DEFAULT_PROMISE,
  paysBy: null,
  deposit: NO_DEPOSIT,
  termsVersion: TERMS_VERSION,
});

const agreed = sellers.flatMap((seller) => agreement(offerOf(seller)));
const privacies = sellers.flatMap((seller) => services.map((each) => privacy(seller, each)));

const hash = (texts: readonly LegalText[]) =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url').slice(0, 22);

const wording = (text: LegalText) => JSON.stringify(text);

test('a shop whose parcels take longer to some regions says to which, in terms and delivery', () => {
  const regionDays = [
    { region: 'XI', days: 3 },
    { region: 'XII', days: 5 },
  ];
  const [seller = bare] = sellers;
  const offer = { ...offerOf(seller), delivery: { ...DEFAULT_PROMISE, regionDays } };
  const said = 'viaje toma más días hábiles: Aysén';
  const told = agreement(offer).filter((text) => wording(text).includes(said));
  expect(told.map(({ title }) => title)).toEqual([
    'Términos y condiciones',
    'Cómo pagar y despacho',
  ]);
  expect(agreement(offerOf(seller)).map(wording).join()).not.toContain('viaje toma más');
});

/** The hash of each published version. Add a line; never change one. */
const publishedTerms: Readonly<Record<string, string>> = {
  '2026-11-21': 'Shc6WfXpWwbSWV8upuNbu6',
  '2026-11-22': 'JjRYLb_l6-yhY5DgBwnrh6',
  '2026-11-24': 'CFbiMTbn4KLH071EWeDBRV',
};
const publishedPrivacy: Readonly<Record<string, string>> = {
  '2026-11-21': '1M-OeTO5BSce97ycE0hzDH',
  '2026-11-22': 'oqSeD4kZErbty9Ni6Ny2Y6',
  '2026-11-23': 'XLLNVtPK_cxCozeX0IK7sl',
  '2026-11-25': 'khTEb9TujUEUZbttHbj4bG',
};

describe('a version has one wording', () => {
  test('of the terms: another text takes another TERMS_VERSION', () => {
    expect(publishedTerms[TERMS_VERSION]).toBe(hash(agreed));
  });

  test('of privacy: another text, or another period, takes another PRIVACY_VERSION', () => {
    expect(publishedPrivacy[PRIVACY_VERSION]).toBe(hash(privacies));
  });
});

test('a shop that is paid online says so, and that it never sees a card', () => {
  const offer = { ...offerOf(full), paysBy: 'Webpay' };
  for (const text of [terms(offer), payment(offer)]) {
    expect(wording(text)).toContain('Webpay');
    expect(wording(text)).not.toContain('no se paga nada');
  }
  expect(wording(privacy(full, { ...ownServices, paysBy: 'Webpay' }))).toContain('Webpay');
  expect(payingInWords(offer)).toContain('Pagas con Webpay desde la página de tu pedido');
  expect(payingInWords(offerOf(full))).not.toContain('Webpay');
});

test('a shop that starts with a deposit says so wherever it says when it starts', () => {
  const deposit = { depositPercent: 50, depositFrom: 20_000 };
  const offer = { ...offerOf(full), deposit };
  for (const text of [wording(terms(offer)), wording(payment(offer)), payingInWords(offer)])
    expect(text).toContain('En pedidos desde $20.000 basta un abono del 50 %');
  for (const text of [terms(offer), payment(offer)])
    expect(wording(text)).toContain('confirmamos tu pago, o tu abono donde basta');
  expect(payingInWords({ ...offer, deposit: { ...deposit, depositFrom: 0 } })).toContain(
    'En pedidos basta',
  );
  expect(payingInWords(offer)).toContain('antes del despacho.');
  const ways = { pickup: { price: 0, place: '', hours: '' }, payOnArrival: false };
  for (const write of [terms, payment])
    expect(wording(write({ ...offer, ways }))).toContain('antes del despacho o del retiro.');
  expect(payingInWords({ ...offer, ways })).toContain('antes del despacho o del retiro.');
});

test('other ways of delivery are told with their prices, where they are on offer', () => {
  const pickup = { price: 0, place: 'Arauco 5', hours: '10 a 18 h' };
  const branch = { price: 3100, couriers: ['Starken'], branches: [] };
  const ways = { branch, pickup, payOnArrival: true };
  for (const write of [terms, payment]) {
    const text = wording(write({ ...offerOf(full), ways }));
    for (const said of ['$3.100 por pedido.', 'Retiro en Arauco 5, 10 a 18 h', 'gratis.']) {
      expect(text).toContain(said);
    }
    expect(text).toContain('está listo y te avisamos por correo');
    expect(text).toContain('no va en el total de tu resumen');
    const costly = { ...ways, pickup: { ...pickup, price: 500 } };
    expect(wording(write({ ...offerOf(full), ways: costly }))).toContain('$500 por pedido.');
    const one = { pickup, payOnArrival: false };
    expect(wording(write({ ...offerOf(full), ways: one }))).not.toMatch(/courier|por pagar/i);
  }
});

test('no text shows a gap where a setting is missing', () => {
  for (const text of [...agreed, ...privacies]) {
    expect(wording(text)).not.toMatch(/undefined|null|\(\)|, \.|, ,| {2}|\.\./);
    expect(text.sections.every(({ blocks }) => blocks.every((block) => block.length > 0))).toBe(
      true,
    );
  }
});

test('the terms name the seller and the prices that orders are charged', () => {
  const text = wording(terms(offerOf(full)));
  for (const fact of [full.name, full.rut, full.address, full.email, full.whatsapp]) {
    expect(text).toContain(fact);
  }
  for (const amount of [1700, 2500, 4000]) expect(text).toContain(formatPesos(amount));
});

test('the terms follow the prices that the owner sets', () => {
  const prices = {
    ...DEFAULT_PRICES,
    steps: [{ from: 50, price: 1500 }],
    shippingByRegion: [{ region: 'XII', price: 9000 }],
    freeShippingFrom: 30_000,
  };
  const text = wording(terms(offerOf(full, prices)));
  expect(text).toContain('Cada pin cuesta $1.700 (desde 50 pines, $1.500).');
  expect(text).toContain('$9.000 a ');
  expect(text).toContain('Desde $30.000 en pines, ya con descuento, el envío es gratis.');
});

test('the terms say what a pin is, each kind by its name where there are several', () => {
  expect(wording(terms(offerOf(full)))).toContain('Cada pin es de 58 mm, con alfiler atrás.');
  const [pin] = offerOf(full).pins;
  const magnet = { id: 'iman', name: 'Imán', extra: 300 };
  const small = { ...pin, name: 'Chico', press: { ...pin.press, faceMm: 32 }, finishes: [magnet] };
  const text = wording(terms({ ...offerOf(full), pins: [pin, small] }));
  expect(text).toContain(`${pin.name}: 58 mm, con alfiler atrás, $1.700 cada uno.`);
  expect(text).toContain('Chico: 32 mm, $1.700 cada uno. Imán: $300 más por pin.');
  const plain = { ...small, name: '32 mm' };
  expect(wording(terms({ ...offerOf(full), pins: [pin, plain] }))).toContain('"32 mm, $1.700 cada');
});

test('a shop without e-mail and WhatsApp says where else to turn', () => {
  const place = { ...bare, address: 'Chillán, Chile' };
  expect(wording(privacy(place, services[0] ?? never()))).toContain(
    'Dínoslo cuando te contactemos por tu pedido, o en nuestra dirección (Chillán, Chile)',
  );
  expect(wording(withdrawal(offerOf(bare)))).toContain(
    'Dínoslo cuando te contactemos por tu pedido',
  );
});

test('privacy names the periods that the code keeps', () => {
  const text = wording(privacies[0] ?? never());
  expect(text).toContain(`después de ${WAITING_PICTURE_HOURS} horas`);
  expect(text).toContain(`${BIN_DAYS} días en una papelera`);
  expect(text).toContain(`${DRAFT_DAYS} días sin que lo toques`);
  expect(text).toContain(`termina a los ${SESSION_DAYS} días`);
});

test('privacy speaks of Google only where Google takes part', () => {
  const [google = never(), own = never()] = services.map((each) => wording(privacy(full, each)));
  expect(google).toContain('Google Maps');
  expect(google).toContain('cuenta de Google');
  expect(own).not.toContain('Google');
  expect(own).toContain('tiles.cl');
});

function never(): never {
  throw new Error('nothing to look at');
}

test('with Firebase the text on privacy says who keeps the passwords', () => {
  const said = wording(
    privacy(full, {
      map: { kind: 'google' },
      googleAccount: true,
      paysBy: null,
      accounts: 'firebase',
    }),
  );
  expect(said).toContain('Tu contraseña la guarda Google (Firebase), no nosotros.');
  expect(said).toContain('lleva las cuentas por encargo nuestro');
  expect(said).not.toContain('tres cookies');
  expect(said).not.toContain('solo una huella que no permite leerla');
  expect(privacies.map(wording).join()).not.toContain('Firebase');
});
