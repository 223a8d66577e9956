import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addDays, dayOf, startOfDay } from '#domain/base/dates.ts';
import {
  type ListedPayment,
  type Payments,
  ProviderFailure,
  type TakenPayment,
} from '#server/ports/payments/payments.ts';
import { beginAttempt, providerOf, told } from '#server/testing/begun-attempt.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { changePayment } from './change-payment.ts';
import { closeDay, exportDay } from './close-day.ts';

const HOUR = 3_600_000;
const NO_ANSWER = new ProviderFailure('no answer');

let day = addDays(dayOf(Date.now()), 1);
let now = 0;
const read = vi.fn<Payments['read']>();
const list = vi.fn<Payments['list']>();
const shop = useWebpayShop('sqlite');
beforeAll(() => {
  shop.shop.context.clock = () => now;
});
beforeEach(() => {
  // A day of its own for each test.
  day = addDays(day, 3);
  now = startOfDay(day) + 12 * HOUR;
  read.mockReset().mockResolvedValue(told({ state: 'open' }));
  list.mockReset().mockResolvedValue(null);
});

const context = () => ({
  ...shop.shop.context,
  payments: { ...providerOf(shop), read, settle: read, list },
});
const close = (of = day) => closeDay(context(), of);
/** The day's attempts, and whether each agrees. */
const agreed = async (of = day) =>
  (await close(of)).payments.map(({ orderId, agrees }) => [orderId, agrees]);
const taken = (providerId: string, amount: number, currency = 'CLP'): TakenPayment => ({
  ...{ providerId, amount, refunded: 0, currency },
  ...{ method: 'debit', authorizationCode: '7', fee: 9 },
});
const listed =
  (...given: Parameters<typeof taken>) =>
  (reference: string | null): ListedPayment => ({ ...taken(...given), reference, at: now });

async function begun(at = now) {
  now = at;
  return beginAttempt(shop);
}
async function paid(providerId: string, at = now) {
  const attempt = await begun();
  await attempt.set({ state: 'paid', provider_id: providerId, paid_at: at });
  const word = (amount = attempt.amount, refunded = 0) =>
    told({ state: 'paid', amount, refunded }, { providerId });
  return { ...attempt, word };
}

test('a day has what was paid in it, first, and what was begun in it and not paid', async () => {
  const [start, end] = [startOfDay(day), startOfDay(addDays(day, 1))];
  await begun(start - 1);
  const first = await begun(start);
  const last = await begun(end - 1);
  await begun(end);
  now = start - HOUR;
  const earlier = await paid('D1', end - 1);
  const earliest = await paid('D2', start);
  const before = await paid('D3', start - 1);
  now = start + HOUR;
  const later = await paid('D4', end);
  for (const { word } of [earliest, earlier]) read.mockResolvedValueOnce(word());
  expect(await agreed()).toEqual(
    [earliest, earlier, first, last].map(({ orderId }) => [orderId, true]),
  );
  read.mockResolvedValueOnce(before.word());
  expect(await agreed(addDays(day, -1))).toContainEqual([before.orderId, true]);
  now = end + HOUR;
  const { payments } = await closeDay(context());
  expect(payments.map(({ orderId }) => orderId)).toContain(later.orderId);
  const [paidOne] = (await close()).payments;
  expect(paidOne?.at).toBe(start);
});

test('what differs from the provider is stored, and agrees the next time', async () => {
  const one = await paid('E1');
  for (const word of [one.word(one.amount, 100), one.word(one.amount - 1, 100)]) {
    read.mockResolvedValueOnce(word).mockResolvedValueOnce(word);
    expect(await agreed()).toEqual([[one.orderId, false]]);
    expect(await agreed()).toEqual([[one.orderId, true]]);
  }
  expect(await one.row()).toMatchObject({ amount: one.amount - 1, refunded: 100 });
  // The provider knows of no payment: ours is not forgotten.
  expect(await agreed()).toEqual([[one.orderId, false]]);
  expect(await one.row()).toMatchObject({ state: 'paid' });
  // A further payment within the attempt is one, until it has a row of its own.
  now += 1;
  const other = { ...one.word(one.amount - 1, 100), others: [taken('E2', 50)] };
  read.mockResolvedValueOnce(other).mockResolvedValueOnce(other);
  expect(await agreed()).toEqual([[one.orderId, false]]);
  const rows = await one.rows();
  expect(rows.map(({ provider_id, amount }) => [provider_id, amount])).toEqual([
    ['E1', one.amount - 1],
    ['E2', 50],
  ]);
  read.mockResolvedValue(other);
  expect(await agreed()).toEqual([
    [one.orderId, true],
    [one.orderId, false],
  ]);
});

test('a return during the comparison is not reported as a difference', async () => {
  const { id, orderId, amount } = await begun();
  const report = told({ state: 'paid', amount, refunded: 0 }, { providerId: 'R1' });
  read.mockImplementationOnce(async () => {
    const event = { type: 'told', word: report.word } as const;
    await changePayment(context(), id, () => ({ event }), report);
    return report;
  });
  expect(await agreed()).toEqual([[orderId, true]]);
});

test('one that was never begun agrees, of another provider or without answer nobody knows', async () => {
  const [never, other, silent] = [await begun(), await begun(now + 1), await begun(now + 2)];
  await never.set({ state: 'expired', token: null });
  await other.move('provider', 'mercadopago');
  read.mockRejectedValue(NO_ANSWER);
  expect(await agreed()).toEqual([
    [never.orderId, true],
    [other.orderId, null],
    [silent.orderId, null],
  ]);
  expect(read).toHaveBeenCalledOnce();
  read.mockReset().mockRejectedValue(new Error('broken'));
  await expect(close()).rejects.toThrow('broken');
});

test('once five in a row got no answer, the rest is not asked for', async () => {
  const attempts = [];
  for (let count = 0; count < 11; count += 1) attempts.push(await begun(now + 1));
  for (let count = 0; count < 4; count += 1) read.mockRejectedValueOnce(NO_ANSWER);
  read.mockResolvedValueOnce(told({ state: 'open' }));
  read.mockRejectedValue(NO_ANSWER);
  const known = attempts.map(({ orderId }, at) => [orderId, at === 4 ? true : null]);
  expect(await agreed()).toEqual(known);
  expect(read).toHaveBeenCalledTimes(10);
});

test("the provider's list of the day names what the shop missed and what is not its own", async () => {
  const [missed, unread, known] = [await begun(), await begun(), await paid('L0')];
  const all = [
    listed('L0', known.amount)(known.id),
    listed('L1', missed.amount)(missed.id),
    listed('L2', unread.amount)(unread.id),
    listed('L3', 70)(null),
    listed('L4', 80)('no-hay'),
    listed('L5', 90, 'USD')(null),
    listed('L6', 95, 'USD')(missed.id),
  ];
  list.mockResolvedValue(all);
  const word = { state: 'paid', amount: missed.amount, refunded: 0 } as const;
  const ofMissed = told(word, { providerId: 'L1' });
  // Those of the list are read first, one after the other.
  read.mockResolvedValueOnce(ofMissed).mockRejectedValueOnce(NO_ANSWER);
  read.mockResolvedValueOnce(ofMissed).mockResolvedValueOnce(known.word());
  const { payments, strays } = await close();
  expect(list).toHaveBeenCalledWith(startOfDay(day), startOfDay(addDays(day, 1)));
  expect(payments.map(({ orderId, state, agrees }) => [orderId, state, agrees])).toEqual([
    [missed.orderId, 'paid', false],
    [unread.orderId, 'open', null],
    [known.orderId, 'paid', true],
  ]);
  expect(read.mock.calls.map(([ref]) => ref.providerId)).toEqual(['L1', 'L2', 'L1', 'L0']);
  expect(strays?.map((each) => [each.providerId, each.amount, each.currency])).toEqual([
    ...[
      ['L3', 70, undefined],
      ['L4', 80, undefined],
    ],
    ...[
      ['L5', 90, 'USD'],
      ['L6', 95, 'USD'],
    ],
  ]);
  list.mockRejectedValueOnce(NO_ANSWER);
  expect((await close()).strays).toBeNull();
  list.mockRejectedValueOnce(new Error('broken'));
  await expect(close()).rejects.toThrow('broken');
});

test('the file has a line for each, also for those of no order', async () => {
  const [one, open] = [await paid('F1'), await begun(now + 1)];
  list.mockResolvedValue([
    listed('F2', 70)(null),
    { ...listed('F3', 80)(null), refunded: 80, method: null },
  ]);
  read.mockResolvedValueOnce(one.word()).mockRejectedValueOnce(NO_ANSWER);
  const { name, content } = await exportDay(context(), day);
  expect(name).toBe(`pagos-${day}.csv`);
  const lines = (await text(content)).trim().split('\r\n');
  const cells = lines.slice(1).map((line) => line.replaceAll('"', '').split(';').slice(1));
  const { orderId, id, amount } = one;
  expect(cells).toEqual([
    [orderId, 'Webpay', '', 'Pagado', `${amount}`, '0', '', id, 'F1', '', 'Sí'],
    [open.orderId, 'Webpay', '', 'Pagando', `${amount}`, '0', '', open.id, '', '', 'Sin respuesta'],
    [
      'Pago sin pedido',
      'Webpay',
      'Tarjeta de débito',
      'Pagado',
      '70',
      '0',
      '9',
      '',
      'F2',
      '7',
      'No',
    ],
    ['Pago sin pedido', 'Webpay', '', 'Devuelto', '80', '80', '9', '', 'F3', '7', 'No'],
  ]);
});
