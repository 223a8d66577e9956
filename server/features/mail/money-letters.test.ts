import { expect, test } from 'vitest';
import type { BuyerOrder } from '#contract/orders/orders.ts';
import type { RefundWay } from '#domain/payments/refunds.ts';
import {
  bodiesOf,
  letters,
  order,
  paid,
  payment,
  refunded,
  settled,
  statusLetter,
  textOf,
  url,
} from '#server/testing/sample-letters.ts';
import { paymentRefundedLetter } from './after-sales-letters.ts';
import { paymentReceivedLetter, paymentReminderLetter } from './buyer-letters.ts';
import type { PaymentNews } from './news.ts';

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
  const pickedUp = { deliveryData: { ...order.deliveryData, way: 'pickup' as const } };
  expect(bodyOf({ ...after('paid'), ...pickedUp })).toContain('se paga antes de retirarlo.');
  expect(bodyOf({ status: 'completed' })).not.toMatch(/Hacemos tu pedido|despacho/);
});

test('an order that left unpaid says what is missing and how to pay it, and is not promised', () => {
  const left: BuyerOrder = { ...order, status: 'completed', arrival: null };
  const news = { status: 'completed', isDispatched: true, refundBy: null, paidOn: null } as const;
  const told = textOf(statusLetter({ order: left, ...news }));
  expect(told).toContain('Queda por pagar $20.900. ¿Ya pagaste? Adjunta tu comprobante');
  expect(textOf(statusLetter({ order: settled(left), ...news }))).not.toContain('Queda por pagar');
  const receipt = { receivedAt: '2026-03-09T12:00:00.000Z', type: 'image/webp', bytes: 1 } as const;
  expect(textOf(statusLetter({ order: { ...left, receipt }, ...news }))).not.toContain('por pagar');
  const remind = (reminded: BuyerOrder) =>
    textOf(paymentReminderLetter({ order: reminded, isBuyerVerified: true }, url, 'Pines'));
  expect(remind(left)).toContain('te enviamos tu pedido de Pines y todavía no vemos tu pago.');
  expect(remind(left)).not.toMatch(/lo hacemos|cancelarlo/);
  expect(remind(order)).toMatch(/lo hacemos en cuanto lo pagues[\s\S]*cancelarlo/);
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
  expect(text).toContain('Te devolvemos los $20.900 que pagaste, a más tardar el 19/3/2026');
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
  const ended = (back: number, how: RefundWay = 'online') =>
    textOf(
      statusLetter({
        order: {
          ...{ ...order, status: 'cancelled', balance: back },
          refunds: [{ amount: back, reason: 'other', dueOn: null, doneOn: '2026-03-09', how }],
        },
        ...{ status: 'cancelled', isDispatched: false, refundBy: '2026-03-19' },
        refundableOnline: how === 'online' ? 20_900 - back : 0,
      }),
    );
  const rest = 'Te devolvemos $20.000 a más tardar el 19/3/2026';
  expect(ended(900)).toContain(`${rest}, al mismo medio`);
  expect(ended(900)).not.toContain('datos de la cuenta');
  const whole = 'Ya te devolvimos los $20.900 que pagaste';
  expect(ended(20_900)).toContain(`${whole}, al mismo medio`);
  expect(ended(20_900, 'transfer')).toContain(`${whole}.`);
  expect(ended(900, 'transfer')).toContain(`${rest}. Responde este correo con los datos`);
});

test('what was paid in two ways goes back in both, of an order that ends', () => {
  const text = textOf(
    statusLetter({
      order: { ...order, status: 'cancelled', balance: 0 },
      ...{ status: 'cancelled', isDispatched: false, refundBy: '2026-03-19' },
      refundableOnline: 8000,
    }),
  );
  expect(text).toContain(
    'Te devolvemos $20.900 a más tardar el 19/3/2026: $8.000 al mismo medio con que pagaste en línea y $12.900 a tu cuenta. Responde este correo con los datos de la cuenta.',
  );
});

test('a noted refund says how much went back, and how', () => {
  for (const body of bodiesOf(letters.refundNoted)) {
    expect(body).toContain('te devolvimos $1.700 por transferencia, de lo que pagaste');
  }
});
