import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import {
  afterEvent,
  hasMoney,
  isBeingConfirmed,
  isWaitingFor,
  mayConfirm,
  type Payment,
  type PaymentEvent,
  type PaymentState,
  providerName,
  refundable,
  shownAttempt,
  shownState,
} from './attempt.ts';

const AMOUNT = 5900;
const fresh: Payment = {
  state: 'created',
  amount: AMOUNT,
  refunded: 0,
  refunding: 0,
  isSuperseded: false,
};
const paid = (refunded = 0): PaymentEvent => ({
  type: 'told',
  word: { state: 'paid', amount: AMOUNT, refunded },
});
const told = (state: 'open' | 'pending' | 'refused' | 'aborted' | 'expired'): PaymentEvent => ({
  type: 'told',
  word: { state },
});
const play = (...events: PaymentEvent[]): Payment => events.reduce(afterEvent, fresh);

const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.constantFrom<PaymentEvent>(
    { type: 'begun' },
    { type: 'begin_failed' },
    { type: 'returned' },
    { type: 'left', as: 'aborted' },
    { type: 'left', as: 'expired' },
    { type: 'superseded' },
    { type: 'silent' },
    { type: 'refund_failed' },
    { type: 'given_up' },
    ...(['open', 'pending', 'refused', 'aborted', 'expired'] as const).map(told),
  ),
  fc.integer({ min: 0, max: AMOUNT }).map(paid),
  fc
    .integer({ min: -10, max: AMOUNT + 10 })
    .map((amount): PaymentEvent => ({ type: 'refund_asked', amount })),
);
const anyEvents = fc.array(anyEvent, { maxLength: 14 });

describe('an attempt', () => {
  test('that is superseded is never confirmed, but its money is seen', () => {
    const old = play({ type: 'begun' }, { type: 'superseded' });
    expect(afterEvent(old, { type: 'returned' })).toBe(old);
    expect(afterEvent(old, paid())).toMatchObject({ state: 'paid', isSuperseded: true });
    const order = { due: AMOUNT, isPaid: false, isCancelled: false };
    expect([mayConfirm(old, order), isWaitingFor(order, old)]).toEqual([false, true]);
  });

  test('goes back in part and then in whole', () => {
    const part = play({ type: 'begun' }, paid(), { type: 'refund_asked', amount: 900 });
    expect(part).toMatchObject({ state: 'refunding', refunding: 900 });
    expect(refundable(part)).toBe(5000);
    const back = afterEvent(part, paid(900));
    expect(back).toMatchObject({ state: 'paid', refunded: 900, refunding: 0 });
    expect(afterEvent(back, { type: 'refund_asked', amount: 5001 })).toBe(back);
    const rest = afterEvent(back, { type: 'refund_asked', amount: 5000 });
    expect(afterEvent(rest, paid(AMOUNT))).toMatchObject({ state: 'refunded', refunded: AMOUNT });
    expect(afterEvent(rest, { type: 'refund_failed' })).toMatchObject({
      state: 'paid',
      refunded: 900,
      refunding: 0,
    });
  });
});

describe('any events in any order', () => {
  test('the amount is the latest that was reported, and covers all that goes back', () => {
    const report = fc
      .tuple(fc.nat(2 * AMOUNT), fc.nat(2 * AMOUNT))
      .map(([amount, refunded]): PaymentEvent => {
        const word = { state: 'paid', amount, refunded: Math.min(amount, refunded) } as const;
        return { type: 'told', word };
      });
    forAll(anyEvents, fc.array(report, { minLength: 1 }), (before, reports) => {
      let now = afterEvent(play(...before), { type: 'refund_asked', amount: 900 });
      for (const event of reports) {
        now = afterEvent(now, event);
        if (event.type === 'told' && event.word.state === 'paid') {
          expect(now.amount).toBe(event.word.amount);
        }
        expect(now.refunded + now.refunding).toBeLessThanOrEqual(now.amount);
        expect(now.state === 'refunding').toBe(now.refunding > 0);
      }
    });
  });

  test('money that was taken stays in sight', () => {
    forAll(anyEvents, anyEvents, (before, later) => {
      const taken = afterEvent(play(...before), paid());
      expect(hasMoney(taken)).toBe(true);
      for (let at = 0, now = taken; at < later.length; at += 1) {
        const event = later[at];
        if (event) now = afterEvent(now, event);
        expect(hasMoney(now)).toBe(true);
        expect(now.amount).toBe(AMOUNT);
      }
    });
  });

  test('no more goes back than was taken, and what went back never becomes less', () => {
    forAll(anyEvents, (events) => {
      let now = fresh;
      for (const event of events) {
        const next = afterEvent(now, event);
        expect(next.refunded).toBeGreaterThanOrEqual(now.refunded);
        expect(next.refunded + next.refunding).toBeLessThanOrEqual(next.amount);
        expect(next.state === 'refunding').toBe(next.refunding > 0);
        expect(next.state === 'refunded').toBe(next.refunded === next.amount);
        now = next;
      }
    });
  });

  test('a superseded attempt is never being confirmed, and stays superseded', () => {
    forAll(anyEvents, (events) => {
      let now = fresh;
      for (const event of events) {
        const next = afterEvent(now, event);
        if (now.isSuperseded) expect(next.isSuperseded).toBe(true);
        if (next.isSuperseded) expect(next.state).not.toBe('authorised');
        now = next;
      }
    });
  });

  test('the same event twice is the same as once', () => {
    forAll(anyEvents, anyEvent, (events, event) => {
      const once = afterEvent(play(...events), event);
      expect(afterEvent(once, event)).toEqual(once);
    });
  });

  test("the provider's last report about money decides", () => {
    forAll(anyEvents, fc.array(anyEvent, { maxLength: 4 }), (events, noise) => {
      const calm = noise.filter(({ type }) => type !== 'refund_asked');
      const end = [...calm, paid(AMOUNT)].reduce(afterEvent, play(...events));
      expect(end).toMatchObject({ state: 'refunded', refunded: AMOUNT, refunding: 0 });
    });
  });
});

describe('an order', () => {
  const open: Payment = { ...fresh, state: 'open' };

  test.each([
    ['its own total', { due: AMOUNT, isPaid: false, isCancelled: false }, true],
    ['its deposit', { due: 2 * AMOUNT, deposit: AMOUNT, isPaid: false, isCancelled: false }, true],
    ['another total', { due: AMOUNT + 1, isPaid: false, isCancelled: false }, false],
    ['a payment', { due: AMOUNT, isPaid: true, isCancelled: false }, false],
    ['an end', { due: AMOUNT, isPaid: false, isCancelled: true }, false],
  ])('with %s', (_what, order, wanted) => {
    expect([isWaitingFor(order, open), mayConfirm(open, order)]).toEqual([wanted, wanted]);
  });

  test('shows money that it does not count first, then what paid it, then what may be paid', () => {
    const attempt = (facts: Partial<Payment>, paidOrder = false) => ({
      ...fresh,
      ...facts,
      paidOrder,
      number: 1,
    });
    const old = attempt({ state: 'open', isSuperseded: true });
    const refused = attempt({ state: 'refused' });
    const unknown = attempt({ state: 'unknown' });
    const counted = attempt({ state: 'paid' }, true);
    const late = attempt({ state: 'paid' });
    expect(shownAttempt([])).toBeNull();
    expect(shownAttempt([old])).toBe(old);
    expect(shownAttempt([refused, old])).toBe(refused);
    expect(shownAttempt([unknown, refused])).toBe(unknown);
    expect(shownAttempt([counted, unknown, refused])).toBe(counted);
    expect(shownAttempt([late, counted])).toBe(late);
    // Another payment of the same order, begun when the first one counted.
    const second = { ...refused, number: 2 };
    expect(shownAttempt([counted, second])).toBe(second);
    expect(shownAttempt([counted, { ...second, isSuperseded: true }])).toBe(counted);
  });

  test('shows what is being confirmed as unknown', () => {
    expect(shownState('authorised')).toBe('unknown');
    expect(shownState('created')).toBe('open');
    expect(shownState('refused')).toBe('refused');
    expect(isBeingConfirmed({ state: 'open' })).toBe(false);
  });
});

const withoutMoney = [
  ...(['created', 'open', 'authorised', 'unknown', 'refused', 'aborted', 'expired'] as const),
];
const states: PaymentState[] = [...withoutMoney, 'paid', 'refunding', 'refunded'];
const all = (to: PaymentState, ...from: PaymentState[]) =>
  Object.fromEntries(from.map((state) => [state, to]));

/** Returns an attempt in a state that the events can reach. */
function attemptAt(state: PaymentState): Payment {
  const back = { refunded: state === 'refunded' ? AMOUNT : 1000 };
  const money = hasMoney({ state }) ? back : {};
  return { ...fresh, ...money, state, refunding: state === 'refunding' ? 900 : 0 };
}

describe('each event, in each state', () => {
  test.each<[string, PaymentEvent, Partial<Record<PaymentState, PaymentState>>]>([
    ['begun', { type: 'begun' }, all('open', 'created', 'expired')],
    ['not begun', { type: 'begin_failed' }, all('expired', 'created')],
    [
      'returned',
      { type: 'returned' },
      all('authorised', 'open', 'unknown', 'refused', 'aborted', 'expired'),
    ],
    ['left', { type: 'left', as: 'aborted' }, all('aborted', 'open')],
    ['silent', { type: 'silent' }, all('unknown', 'authorised')],
    ['told open', told('open'), all('open', 'created', 'authorised', 'unknown')],
    ['told pending', told('pending'), all('unknown', ...withoutMoney)],
    ['told refused', told('refused'), all('refused', ...withoutMoney)],
    ['told aborted', told('aborted'), all('aborted', ...withoutMoney)],
    ['told expired', told('expired'), { ...all('expired', ...withoutMoney), aborted: 'aborted' }],
    ['told paid', paid(), all('paid', ...withoutMoney)],
    ['given up', { type: 'given_up' }, all('unknown', 'open', 'authorised', 'unknown')],
    ['refund asked', { type: 'refund_asked', amount: 4900 }, all('refunding', 'paid')],
    ['a little asked', { type: 'refund_asked', amount: 100 }, all('refunding', 'paid')],
    ['too much asked', { type: 'refund_asked', amount: 4901 }, {}],
    ['refund failed', { type: 'refund_failed' }, all('paid', 'refunding')],
    ['superseded', { type: 'superseded' }, {}],
  ])('%s', (_name, event, moves) => {
    for (const state of states) {
      const before = attemptAt(state);
      const after = afterEvent(before, event);
      expect([state, after.state]).toEqual([state, moves[state] ?? state]);
      const isStill = after.state === state && !after.isSuperseded;
      expect(after === before).toBe(isStill);
    }
  });

  test('takes the place of another only where that cannot have been paid', () => {
    const isSuperseded = (event: PaymentEvent) =>
      states.filter((state) => afterEvent(attemptAt(state), event).isSuperseded);
    expect(isSuperseded({ type: 'superseded' })).toEqual([
      ...['created', 'open', 'refused', 'aborted', 'expired'],
    ]);
    expect(isSuperseded({ type: 'given_up' })).toEqual(['open', 'authorised', 'unknown']);
    const old = { ...fresh, isSuperseded: true };
    expect(afterEvent(old, { type: 'superseded' })).toBe(old);
  });
});

describe('money that goes back', () => {
  const refunding = attemptAt('refunding');

  test('piece by piece stays asked for until all of it has gone', () => {
    expect(afterEvent(refunding, paid(1300))).toMatchObject({
      ...{ state: 'refunding', refunded: 1300, refunding: 600 },
    });
    expect(afterEvent(refunding, paid(1900))).toMatchObject({
      ...{ state: 'paid', refunded: 1900, refunding: 0 },
    });
  });

  test('is not taken for gone by an answer from before it was asked for', () => {
    expect(afterEvent(refunding, paid(1000))).toBe(refunding);
    expect(afterEvent(refunding, paid(0))).toBe(refunding);
  });

  test('can be no more than is there', () => {
    expect(refundable(attemptAt('paid'))).toBe(4900);
    expect(refundable(refunding)).toBe(4000);
    for (const state of [...withoutMoney, 'refunded'] as const) {
      expect(refundable(attemptAt(state))).toBe(0);
    }
  });

  test('leaves an order unpaid once all of it has gone', () => {
    const order = { due: AMOUNT, isPaid: false, isCancelled: false };
    expect(isWaitingFor(order, attemptAt('paid'))).toBe(true);
    expect(isWaitingFor(order, attemptAt('refunded'))).toBe(false);
  });

  test('is shown before what may still be paid', () => {
    const attempts = [refunding, fresh].map((each) => ({ ...each, paidOrder: false, number: 1 }));
    expect(shownAttempt(attempts)).toBe(attempts[0]);
  });
});

test('who takes the payments has a name', () => {
  expect([providerName('webpay'), providerName('mercadopago')]).toEqual(['Webpay', 'Mercado Pago']);
  expect([providerName(null), providerName(undefined)]).toEqual([null, null]);
});
