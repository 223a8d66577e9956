import { expect, test } from 'vitest';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import {
  HOSTILE,
  type letters,
  order,
  paid,
  received,
  settled,
  statusLetter,
  textOf,
  url,
} from '#server/testing/sample-letters.ts';
import { complaintLetter } from './after-sales-letters.ts';
import { orderReadyLetter, paymentReceivedLetter, paymentReminderLetter } from './buyer-letters.ts';

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
