import { describe, expect, test } from 'vitest';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import { sampleBuyerOrder } from '#contract/testing/samples.ts';
import { DEFAULT_PROMISE } from '#domain/delivery/promise.ts';
import { agreement } from '#domain/legal/terms.ts';
import { DEFAULT_PRICES } from '#domain/orders/prices.ts';
import { NO_DEPOSIT } from '#domain/payments/deposit.ts';
import { NO_PAYMENT_DETAILS } from '#domain/payments/payment-details.ts';
import type { RefundWay } from '#domain/payments/refunds.ts';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { FIRST_STYLE } from '#domain/pins/text.ts';
import { sampleDelivery } from '#domain/testing/sample-delivery.ts';
import { escapeHtml } from '#server/lib/html.ts';
import {
  passwordChangedLetter,
  resetPasswordLetter,
  signInMethodAddedLetter,
  verifyEmailLetter,
} from './account-letters.ts';
import {
  complaintLetter,
  paymentRefundedLetter,
  refundNotedLetter,
} from './after-sales-letters.ts';
import {
  orderReadyLetter,
  orderReceivedLetter,
  orderStatusLetter,
  paymentReceivedLetter,
  paymentReminderLetter,
} from './buyer-letters.ts';
import type { Letter, Sender } from './letter.ts';
import type { PaymentNews } from './news.ts';
import {
  healthLetter,
  newOrderLetter,
  proofAnswerLetter,
  refundToldLetter,
} from './owner-letters.ts';
import { proofLetter } from './picture-letters.ts';
import { renderHtml } from './render-html.ts';
import { renderText } from './render-text.ts';

const sender: Sender = {
  name: 'Pines & Cía <b>',
  email: 'hola@pines.cl',
  whatsapp: '+56 9 8765 4321',
  rut: '76.123.456-7',
  address: 'Chillán, Chile',
  url: 'https://pines.cl',
};
const HOSTILE = '<img src=x onerror=alert(1)> "\'& 🎉';
const url = 'https://pines.cl/#pedido=7K4MQ-X2TBA.abc';

const pin = {
  crop: null,
  press: DEFAULT_PRESS,
  product: { id: 'pin', name: 'Pin' },
  finish: null,
  unitPrice: 1700,
  imageUrl: '',
  thumbnailUrl: '',
};

const order: BuyerOrder = {
  ...sampleBuyerOrder,
  id: '7K4MQ-X2TBA',
  createdAt: '2026-11-21T03:33:52.331Z',
  arrival: { from: '2026-03-16', to: '2026-03-18' },
  balance: 20_900,
  amountDue: 20_900,
  images: ['/files/a.webp', '/files/b.webp'],
  items: [
    { ...pin, originalName: 'club.png', notes: null, quantity: 5 },
    { ...pin, originalName: HOSTILE, notes: HOSTILE, quantity: 7 },
  ],
  userEmail: 'rosa@correo.cl',
  deliveryData: {
    ...sampleDelivery,
    coordinates: { lat: -36.6063, lng: -72.1034 },
    notes: 'Dejar con\nel conserje',
    pricing: {
      imagesCount: 12,
      uniqueImages: 2,
      pricePerImage: 1700,
      imagesTotal: 20_400,
      discountCode: 'MENOS2000',
      discountAmount: 2000,
      subtotalAfterDiscount: 18_400,
      shippingCost: 2500,
      totalAmount: 20_900,
    },
  },
};
const parts = { order, cids: ['imagen-1@pedido', null] };
const offer = {
  seller: sender,
  pins: offeredPins({ prices: DEFAULT_PRICES, press: DEFAULT_PRESS }),
  shipping: DEFAULT_PRICES,
  delivery: DEFAULT_PROMISE,
  paysBy: null,
  deposit: NO_DEPOSIT,
};
const termsVersion = '2026-11-21';
const agreed = { version: termsVersion, texts: agreement({ ...offer, termsVersion }) };

const notice = {
  at: Date.parse(order.createdAt),
  recoverUrl: 'https://pines.cl/#recuperar-cuenta',
  shopName: sender.name,
};
const proof = { order, isBuyerVerified: true, url, expiresAt: Date.parse('2026-12-05T12:00:00Z') };
const asked = { ...proof, cids: parts.cids };
const payment: PaymentNews = {
  ...{ order_id: order.id, provider: 'mercadopago', provider_id: '1300000001' },
  ...{ method: 'credit', amount: 20_900 },
};
const refunded = { order, isBuyerVerified: false, payment, refund: 1700 };
const noted = { order, isBuyerVerified: false, amount: 1700, how: 'transfer' } as const;

/** The mail about a new order to a buyer with a verified e-mail. */
const received = (changes: Partial<Parameters<typeof orderReceivedLetter>[0]> = {}) =>
  orderReceivedLetter({
    ...{ ...parts, url, shopName: 'Pines', delivery: DEFAULT_PROMISE },
    ...{ agreed: null, isBuyerVerified: true, ...changes },
  });
const statusLetter = (news: Partial<Parameters<typeof orderStatusLetter>[0]>) =>
  orderStatusLetter(
    {
      ...{ order, status: 'completed', reason: null, refundBy: null },
      ...{ isBuyerVerified: false, paidOn: '2026-03-09', isDispatched: true, ...news },
    },
    url,
    'Pines',
  );
const textOf = (letter: Letter) => renderText(letter, sender);
const bodiesOf = (letter: Letter) => [renderHtml(letter, sender), textOf(letter)];

/** An order that is paid. */
const settled = (of: BuyerOrder): BuyerOrder => ({ ...of, amountDue: 0 });
const paid = {
  payment: { id: 'p1', amount: 20_900, paidAt: '2026-03-09', how: 'Transferencia' },
};

const letters = {
  paymentRefunded: paymentRefundedLetter(refunded, url, sender.name),
  refundNoted: refundNotedLetter(noted, url, sender.name),
  refundTold: refundToldLetter(
    { payment, refund: 1700 },
    'https://pines.cl/?panel=pedidos/7K4MQ-X2TBA',
  ),
  paymentReceived: paymentReceivedLetter(
    { order: settled(order), isBuyerVerified: false, ...paid },
    url,
    sender.name,
  ),
  proof: proofLetter({ ...asked, isReminder: false }, url, sender.name),
  proofReminder: proofLetter(
    { ...asked, isBuyerVerified: false, isReminder: true },
    url,
    sender.name,
  ),
  proofAnswer: proofAnswerLetter({ order, isApproved: false, words: HOSTILE }, sender.name),
  health: healthLetter(
    { wrong: [{ label: 'Correos', value: HOSTILE }], over: [{ label: 'Disco', value: 'Bien' }] },
    'https://pines.cl/?panel=salud',
  ),
  verify: verifyEmailLetter('https://pines.cl/v?a=1&b=2', sender.name),
  reset: resetPasswordLetter('https://pines.cl/r', sender.name),
  passwordChanged: passwordChangedLetter(notice),
  signInMethodAdded: signInMethodAddedLetter({ ...notice, method: 'google' }),
  received: received({ shopName: sender.name, agreed }),
  figures: received({ shopName: sender.name, agreed, isBuyerVerified: false }),
  fresh: newOrderLetter({ ...parts, shopName: sender.name, url: 'https://pines.cl' }),
} satisfies Record<string, Letter>;

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

test('a part of a payment is confirmed with what is missing, and no day of arrival', () => {
  const part = { ...paid.payment, amount: 5000 };
  const partly = { ...order, amountDue: 15_900 };
  const text = textOf(
    paymentReceivedLetter({ order: partly, isBuyerVerified: true, payment: part }, url, 'Pines'),
  );
  expect(text).toContain('Abono: $5.000, el 9/3/2026');
  expect(text).toContain('Falta pagar: $15.900');
  expect(text).not.toContain('Llega');
});

test('a part of the rest of an order does not say that its pins wait for it', () => {
  const part = { ...paid.payment, amount: 5000 };
  const bodyOf = (changes: Partial<BuyerOrder>) => {
    const partly = { ...order, amountDue: 15_900, ...changes };
    return textOf(
      paymentReceivedLetter({ order: partly, isBuyerVerified: true, payment: part }, url, 'Pines'),
    );
  };
  const after = (step: 'paid' | 'production') => ({
    progress: { steps: [{ step, isDone: true, on: '2026-03-09' }], proof: null },
  });
  expect(bodyOf({})).toContain('Hacemos tu pedido cuando esté pagado.');
  for (const text of [bodyOf(after('paid')), bodyOf(after('production'))]) {
    expect(text).toContain('El saldo de $15.900 se paga antes del despacho.');
    expect(text).not.toContain('Hacemos tu pedido');
  }
  expect(bodyOf({ status: 'completed' })).not.toMatch(/Hacemos tu pedido|despacho/);
});

test('a payment of a cancelled order is said to go back', () => {
  const back = { amount: 20_900, reason: 'cancelled', dueOn: '2026-03-19' } as const;
  const cancelled: BuyerOrder = {
    ...settled(order),
    ...{ status: 'cancelled', balance: 0, refunds: [{ ...back, doneOn: null, how: null }] },
  };
  const text = textOf(
    paymentReceivedLetter({ order: cancelled, isBuyerVerified: true, ...paid }, url, 'Pines'),
  );
  expect(text).toContain('Este pedido está cancelado.');
  expect(text).toContain('Te devolvemos los $20.900 que pagaste a más tardar el 19/3/2026');
});

test('a refund says how much goes back, to what it was paid with, and when it is seen there', () => {
  const bodyOf = (changes: Partial<PaymentNews>) =>
    textOf(
      paymentRefundedLetter({ ...refunded, payment: { ...payment, ...changes } }, url, 'Pines'),
    );
  expect(bodyOf({})).toContain(
    'Hola: se devolvieron $1.700 de lo que pagaste con Mercado Pago. El dinero vuelve a la tarjeta de crédito con que pagaste. Según Mercado Pago, los bancos tardan entre 8 y 16 días hábiles en mostrarlo.',
  );
  expect(bodyOf({})).toContain('Pagaste: $20.900');
  expect(bodyOf({ method: 'balance' })).toContain(
    'vuelve a tu cuenta de Mercado Pago. Debería verse',
  );
  const webpay = bodyOf({ provider: 'webpay', method: null });
  expect(webpay).toContain('pagaste con Webpay. El dinero vuelve al mismo medio con que pagaste.');
  expect(webpay).toContain('Cuándo se ve depende de tu banco');
  // A name that was typed is not sent to an unverified address.
  expect(webpay).not.toContain('Rosa');
});

test('what was paid online goes back the way it came, of an order that ends', () => {
  const ended = (state: 'paid' | 'refunded' | 'refused', back: number, how: RefundWay = 'online') =>
    textOf(
      statusLetter({
        order: {
          ...{ ...order, status: 'cancelled', balance: back },
          onlinePayment: { state, amount: 20_900, refunded: how === 'online' ? back : 0 },
          refunds: [{ amount: back, reason: 'other', dueOn: null, doneOn: '2026-03-09', how }],
        },
        ...{ status: 'cancelled', isDispatched: false, refundBy: '2026-03-19' },
      }),
    );
  const rest = 'Te devolvemos $20.000 a más tardar el 19/3/2026';
  expect(ended('paid', 900)).toContain(`${rest}, al mismo medio`);
  expect(ended('paid', 900)).not.toContain('datos de la cuenta');
  const whole = 'Ya te devolvimos los $20.900 que pagaste';
  expect(ended('refunded', 20_900)).toContain(`${whole}, al mismo medio`);
  expect(ended('paid', 20_900, 'transfer')).toContain(`${whole}.`);
  // Paid by transfer after a failed online attempt.
  expect(ended('refused', 900, 'transfer')).toContain(
    `${rest}. Responde este correo con los datos`,
  );
});

test('a noted refund says how much went back, and how', () => {
  for (const body of bodiesOf(letters.refundNoted)) {
    expect(body).toContain('te devolvimos $1.700 por transferencia, de lo que pagaste');
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

test('a dispatched order says so, with its days', () => {
  const letter = statusLetter({});
  expect(letter.title).toBe('¡Tu pedido va en camino!');
  expect(textOf(letter)).toContain('Llega: Entre el 16 de marzo y el 18 de marzo');
  const late = { ...order, arrival: null };
  expect(textOf(statusLetter({ order: late }))).not.toContain('Llega');
});

const DAYS = 'entre el 16 de marzo y el 18 de marzo';
const WHERE = 'en Arauco 5, Chillán, 10 a 18 h';
const noStreet = { ...order.deliveryData, address: '', coordinates: null };
const pickedUp: BuyerOrder = {
  ...order,
  pickup: { place: 'Arauco 5, Chillán', hours: '10 a 18 h' },
  parcel: { courier: 'Starken', tracking: null, trackingUrl: null },
  deliveryData: { ...noStreet, way: 'pickup', region: '', city: '' },
};
const toOffice: BuyerOrder = {
  ...order,
  deliveryData: { ...noStreet, way: 'branch', courier: 'Starken', branch: 'Centro' },
};

/** The mails that mention days, for an order with this delivery way. */
function lettersOfDays(one: BuyerOrder, isBuyerVerified: boolean) {
  const rest = { order: one, isBuyerVerified };
  const isDone = (...all: ('ready' | 'dispatched')[]): BuyerOrder => {
    const steps = all.map((step) => ({ step, isDone: true, on: null }));
    return { ...one, progress: { steps, proof: null } };
  };
  const gone = isDone('ready', 'dispatched');
  const letters = {
    received: received(rest),
    paid: paymentReceivedLetter({ ...rest, order: settled(rest.order), ...paid }, url, 'Pines'),
    started: statusLetter({ ...rest, status: 'processing', isDispatched: false }),
    dispatched: statusLetter({ ...rest, order: gone }),
    ready: orderReadyLetter({ ...rest, order: isDone('ready') }, url, 'Pines'),
    paidReady: paymentReceivedLetter(
      { ...rest, order: settled(isDone('ready')), ...paid },
      url,
      'Pines',
    ),
    paidLate: paymentReceivedLetter({ ...rest, order: settled(gone), ...paid }, url, 'Pines'),
    reminder: paymentReminderLetter(rest, url, 'Pines'),
  };
  const texts = Object.entries(letters).map(([name, letter]): [string, string] => [
    name,
    `${letter.subject}\n${letter.preview}\n${textOf(letter)}`,
  ]);
  return Object.fromEntries(texts) as Record<keyof typeof letters, string>;
}

test('mails about delivery to the door mention the door', () => {
  const texts = lettersOfDays(order, true);
  expect(texts.received).toContain(
    `Los recibes en tu casa en 5 a 7 días hábiles: si pagas hoy, ${DAYS}.`,
  );
  expect(texts.received).toContain('$20.900 con envío. Te contactaremos pronto.');
  expect(texts.received).toContain('para coordinar el pago y el envío.');
  expect(texts.paid).toContain(`Tus pines llegan ${DAYS}.`);
  for (const text of [texts.paid, texts.paidLate, texts.started, texts.dispatched]) {
    expect(text).toContain(`Llega: E${DAYS.slice(1)}`);
  }
  expect(texts.dispatched).toContain(`Tu pedido ${order.id}: va en camino`);
  expect(texts.reminder).toContain(`Si pagas hoy, llega ${DAYS}.`);
  const { ready: _, ...sentTexts } = texts;
  for (const text of Object.values(sentTexts)) expect(text).not.toMatch(/retir|oficina/i);
});

test.each([true, false])('mails about a pickup mention place and time (%s)', (isVerified) => {
  const texts = lettersOfDays(pickedUp, isVerified);
  expect(texts.received).toContain(
    `Tu pedido está listo para retirar en 5 a 7 días hábiles. Si pagas hoy, puedes retirarlo ${DAYS} ${WHERE}.`,
  );
  expect(texts.received).toContain('para coordinar el pago y el retiro.');
  expect(texts.paid).toContain(`Puedes retirarlo ${DAYS} ${WHERE}.`);
  for (const text of [texts.paid, texts.started]) {
    expect(text).toContain(`Puedes retirarlo: E${DAYS.slice(1)}`);
  }
  for (const text of [texts.received, texts.paid, texts.started, texts.ready, texts.paidReady]) {
    expect(text).toContain('Dónde se retira: Arauco 5, Chillán');
    expect(text).toContain('Horario: 10 a 18 h');
  }
  expect(texts.ready).toContain(`Tu pedido ${order.id} está listo para retirar`);
  expect(texts.ready).toContain(`Puedes retirarlo ${WHERE}.`);
  expect(texts.paidReady).toContain(`Está listo para retirar ${WHERE}.`);
  expect(texts.dispatched).toContain(`Tu pedido ${order.id}: entregado`);
  expect(texts.dispatched).toContain('¡Entregamos tu pedido!');
  for (const text of [texts.dispatched, texts.paidLate]) expect(text).not.toContain('Arauco');
  for (const text of [texts.ready, texts.paidReady, texts.dispatched, texts.paidLate]) {
    expect(text).not.toContain(DAYS.slice(1));
  }
  expect(texts.reminder).toContain(`Si pagas hoy, puedes retirarlo ${DAYS} ${WHERE}.`);
  for (const text of Object.values(texts)) {
    expect(text).not.toMatch(/tu casa|llega[ns]? (a|e)|en camino|despach|con envío|Envío por/i);
  }
});

test('mails about a reprint mention its delivery way and its own parcel', () => {
  const own = { courier: 'Chilexpress', tracking: 'R-1', trackingUrl: 'https://courier.cl/?n=R-1' };
  const reprint = { isSent: true, isReady: false, isPrinted: false, parcel: own };
  const news = { isBuyerVerified: true, words: HOSTILE, refund: null, promise: null };
  const write = (kind: 'reprint_started' | 'reprint_sent', one: BuyerOrder) => {
    const letter = complaintLetter(kind, { ...news, order: { ...one, reprint } }, url, 'Pines');
    return `${letter.subject}\n${textOf(letter)}`;
  };
  const sentHome = write('reprint_sent', { ...order, parcel: pickedUp.parcel });
  expect(sentHome).toContain('Tus pines nuevos van en camino');
  for (const text of Object.values(own)) expect(sentHome).toContain(text);
  expect(sentHome).not.toContain('Starken');
  const ready = write('reprint_sent', pickedUp);
  expect(ready).toContain('Tus pines nuevos están listos');
  expect(ready).toContain('Dónde se retira: Arauco 5, Chillán');
  for (const text of [ready, write('reprint_started', pickedUp)]) {
    expect(text).not.toMatch(/en camino|Chilexpress|Starken/);
    expect(text).not.toContain(HOSTILE);
  }
});

test('one that goes to an office is told which, if the mailbox is the buyer’s', () => {
  for (const [isVerified, office] of [
    [true, 'Starken (Centro)'],
    [false, 'Starken'],
  ] as const) {
    const texts = lettersOfDays(toOffice, isVerified);
    expect(texts.received).toContain(
      `Llegan a la oficina de ${office} en 5 a 7 días hábiles: si pagas hoy, ${DAYS}.`,
    );
    expect(texts.paid).toContain(`Tus pines llegan a la oficina de ${office} ${DAYS}.`);
    for (const text of [texts.paid, texts.started, texts.dispatched]) {
      expect(text).toContain(`Llega a la oficina: E${DAYS.slice(1)}`);
      expect(text).toContain(`Oficina: ${office}\n`);
    }
    expect(texts.dispatched).toContain('va en camino');
    expect(texts.reminder).toContain(`Si pagas hoy, llega a la oficina de ${office} ${DAYS}.`);
    for (const text of Object.values(texts)) {
      expect(text).not.toContain('tu casa');
      if (!isVerified) expect(text).not.toContain('Centro');
    }
  }
});

test('mails about a cancelled order mention no place', () => {
  const news = { status: 'cancelled', paidOn: null, isDispatched: false } as const;
  const order = { ...pickedUp, arrival: null };
  expect(textOf(statusLetter({ ...news, order }))).not.toContain('Arauco');
});

test('an order sent unpaid gets neither a day nor thanks for a payment', () => {
  const news = { order: { ...order, arrival: null }, paidOn: null };
  expect(textOf(statusLetter(news))).not.toMatch(/Llega|pago/i);
});

test('a buyer who is told how to pay is not told to wait for a mail', () => {
  const howToPay = { ...NO_PAYMENT_DETAILS, bank: 'Banco del Sur', account: '00-123' };
  const letter = received({ order: { ...order, howToPay } });
  const text = textOf(letter);
  expect(`${letter.preview} ${text}`).not.toContain('Te contactaremos');
  expect(text).toContain('Transfiere el total a la cuenta de más abajo');
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
