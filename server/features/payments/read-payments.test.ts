import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Payments, ProviderFailure } from '#server/ports/payments/payments.ts';
import { beginAttempt, providerOf, told } from '#server/testing/begun-attempt.ts';
import { readJobs } from '#server/testing/jobs.ts';
import { useWebpayShop } from '#server/testing/payment-shop.ts';
import { enqueueNotice, NOTICE, READ, sweepNotices } from './enqueue-reading.ts';
import { paymentHandlers } from './read-payments.ts';

const SECOND = 1000;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let now = Date.now();
const read = vi.fn<Payments['read']>();
const findPayment = vi.fn<Payments['findPayment']>();
const shop = useWebpayShop('sqlite');
beforeAll(() => {
  shop.shop.context.clock = () => now;
});
beforeEach(() => {
  read.mockReset().mockResolvedValue(told({ state: 'open' }));
  findPayment.mockReset();
});

async function run(kind: string, payload: object, id = 'job') {
  const payments = { ...providerOf(shop), read, settle: read, findPayment };
  await paymentHandlers({ ...shop.shop.context, payments })[kind]?.(payload, { id, deaths: 0 });
}

const jobsOf = async (id: string) =>
  (await readJobs(shop.shop.context.db))
    .filter(({ kind, payload }) => kind === READ && payload.includes(id))
    .map((job) => job.id);

/** A begun attempt, whose planned reading is done by `read`. */
async function begun() {
  const attempt = await beginAttempt(shop);
  const planned = async () => {
    const { reading_job } = await attempt.row();
    const job = (await readJobs(shop.shop.context.db)).find(({ id }) => id === reading_job);
    return job && { id: job.id, in: job.run_at - now, ...JSON.parse(job.payload) };
  };
  return {
    ...attempt,
    planned,
    read: async (round: number) =>
      run(READ, { paymentId: attempt.id, round }, (await planned())?.id),
  };
}

test('an open attempt is read again, each time later, at most every six hours', async () => {
  const attempt = await begun();
  expect(await attempt.planned()).toMatchObject({ round: 0, in: 15 * SECOND });
  for (const [round, delay] of [
    [0, 30 * SECOND],
    [9, 15 * 1024 * SECOND],
    [10, 6 * HOUR],
    [30, 6 * HOUR],
  ] as const) {
    await attempt.read(round);
    const last = await attempt.planned();
    expect(last).toMatchObject({ paymentId: attempt.id, round: round + 1, in: delay });
    expect(await jobsOf(attempt.id)).toEqual([last?.id]);
    // An older job, in whose place another one was planned, plans none.
    await run(READ, { paymentId: attempt.id, round: 0 }, 'older');
    expect(await attempt.planned()).toEqual(last);
  }
});

test('an attempt is read for seven days, one with a refund under way until it is over', async () => {
  const [attempt, refunding] = [await begun(), await begun()];
  const paid = (refunded: number) =>
    told({ state: 'paid', amount: refunding.amount, refunded }, { providerId: 'R' });
  const under = { state: 'refunding', refunding: 500, provider_id: 'R' } as const;
  await refunding.set({ ...under, refunding_since: now + 7 * DAY });
  now += 7 * DAY - 1;
  // Expired, but a payment may still show up.
  await attempt.read(20);
  expect(await attempt.row()).toMatchObject({ state: 'expired', is_superseded: 0 });
  expect(await attempt.planned()).toMatchObject({ round: 21 });
  await attempt.set({ state: 'unknown' });
  now += 1;
  read.mockRejectedValueOnce(new ProviderFailure('no answer'));
  await attempt.read(21);
  expect(await attempt.row()).toMatchObject({ state: 'unknown', is_superseded: 1 });
  read.mockResolvedValueOnce(paid(0));
  await refunding.read(20);
  expect(await refunding.row()).toMatchObject({ state: 'refunding' });
  expect(await refunding.planned()).toMatchObject({ round: 21 });
  const { reading_job } = await refunding.row();
  read.mockResolvedValueOnce(paid(500));
  await refunding.read(21);
  expect(await refunding.row()).toMatchObject({ state: 'paid', reading_job });
});

test('what is settled, was never begun or does not exist is not read', async () => {
  const [paid, never] = [await begun(), await begun()];
  await paid.set({ state: 'paid', provider_id: 'S' });
  await never.set({ state: 'expired', token: null });
  for (const attempt of [paid, never]) {
    const { reading_job } = await attempt.row();
    await attempt.read(3);
    expect(await attempt.row()).toMatchObject({ reading_job });
  }
  await run(READ, { paymentId: 'no-hay', round: 3 });
  // It is being created, or was interrupted.
  await never.set({ state: 'created' });
  await never.read(3);
  expect(await never.planned()).toMatchObject({ round: 4 });
  expect(read).not.toHaveBeenCalled();
  expect(paymentHandlers({ ...shop.shop.context, payments: null })).toEqual({});
});

test('a notice has its attempt read, and money of no attempt is noted', async () => {
  const attempt = await begun();
  const { amount } = attempt;
  const strays = () => shop.shop.context.db.queries.selectFrom('stray_payments').selectAll();
  findPayment.mockResolvedValueOnce(null);
  await run(NOTICE, { providerId: 'N0' });
  findPayment.mockResolvedValueOnce({ reference: 'no-hay', taken: null });
  await run(NOTICE, { providerId: 'N0' });
  expect(await strays().execute()).toEqual([]);
  const how = { method: null, authorizationCode: null, fee: null };
  const taken = { providerId: 'N1', amount: 900, refunded: 0, currency: 'CLP', ...how };
  for (const reference of [null, 'no-hay']) {
    findPayment.mockResolvedValueOnce({ reference, taken });
    await run(NOTICE, { providerId: 'N1' });
  }
  expect(await strays().execute()).toMatchObject([
    { provider: 'webpay', provider_id: 'N1', order_id: null, amount: 900 },
  ]);

  findPayment.mockResolvedValue({ reference: attempt.id, taken: { ...taken, providerId: 'N2' } });
  // The job is tried again.
  read.mockRejectedValueOnce(new ProviderFailure('no answer'));
  await expect(run(NOTICE, { providerId: 'N2' })).rejects.toThrow('no answer');
  const word = { state: 'paid', amount, refunded: 0 } as const;
  read.mockResolvedValueOnce(told(word, { providerId: 'N2' }));
  await run(NOTICE, { providerId: 'N2' });
  expect(read.mock.calls.map(([ref]) => ref.providerId)).toEqual(['N2', 'N2']);
  expect(await attempt.row()).toMatchObject({ state: 'paid', provider_id: 'N2' });
});

test('a notice is processed for a day, and forgotten after two', async () => {
  const { context } = shop.shop;
  const send = (signature: string, at: number) =>
    enqueueNotice(context, { providerId: signature, at, signature });
  await send('too old', now - DAY - 1);
  await send('old', now - DAY);
  await send('ahead', now + DAY);
  await send('too far ahead', now + DAY + 1);
  const known = async () => {
    const rows = await context.db.queries.selectFrom('payment_notices').selectAll().execute();
    return rows.map(({ signature }) => signature).toSorted();
  };
  expect(await known()).toEqual(['ahead', 'old']);
  now += 2 * DAY;
  await sweepNotices(context);
  expect(await known()).toEqual(['ahead', 'old']);
  now += 1;
  await sweepNotices(context);
  expect(await known()).toEqual([]);
});
