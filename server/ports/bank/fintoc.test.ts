import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FintocDouble, openFintocDouble } from '#server/testing/fintoc-double.ts';
import { fintoc } from './fintoc.ts';

let double: FintocDouble;
beforeAll(async () => {
  double = await openFintocDouble();
  double.add({ amount: 7, post_date: '2026-10-31T00:00:00.000Z' });
  for (let at = 0; at < 640; at += 1) double.add({ amount: -1, post_date: '2026-11-11' });
  double.add({
    ...{ amount: 8100, post_date: '2026-11-12T00:00:00.000Z', description: 'Traspaso de:Ana' },
    ...{ comment: 'pines; <tr>', sender_account: { holder_id: '123456785', holder_name: 'Ana' } },
  });
  double.add({ amount: 1, post_date: '2026-11-12', currency: 'USD' });
  double.add({ amount: 1, post_date: '2026-11-12', pending: true });
  double.add({ amount: 1, post_date: '2026-11-12', status: 'reversed' });
});
afterAll(() => double.close());

test('all movements since a day are read, each once, though one comes in meanwhile', async () => {
  double.betweenPages = () => double.add({ amount: 5, post_date: '2026-11-13' });
  const [head, ...rows] = await fintoc(double.settings).readMovements('2026-11-01');
  double.betweenPages = () => undefined;
  expect(head).toHaveLength(6);
  expect(rows.filter(([, , amount]) => amount === -1)).toHaveLength(640);
  expect(rows.filter(([, , amount]) => Number(amount) > 5)).toEqual([
    ['2026-11-12', 'Traspaso de:Ana', 8100, 'Ana', '123456785', 'pines; <tr>'],
  ]);
  expect(double.calls).toHaveLength(3);
});

test.each(['broken', 'redirect', 'garbage', 'endless', 'lost'] as const)(
  'an answer that is %s is no list',
  async (fault) => {
    double.faults.push({ call: 'GET /v1/accounts', fault });
    const read = fintoc(double.settings).readMovements('2026-11-01');
    await expect(read).rejects.toMatchObject({ name: 'ProviderFailure' });
  },
);

test('all pages together have a time limit, however fast each one is', async () => {
  const fault = { lateMs: 200 };
  double.faults.push(...[1, 2, 3].map(() => ({ call: 'GET /v1/accounts', fault })));
  const read = fintoc(double.settings, 500).readMovements('2026-11-01');
  await expect(read).rejects.toMatchObject({ name: 'ProviderFailure', reason: 'slow' });
  double.faults.length = 0;
});

test('more movements than are read are no list', async () => {
  for (let at = 0; at < 3000; at += 1) double.add({ amount: 1, post_date: '2026-09-01' });
  double.calls.length = 0;
  const read = fintoc(double.settings).readMovements('2026-09-01');
  await expect(read).rejects.toMatchObject({ name: 'ProviderFailure', reason: 'too_many' });
  expect(double.calls).toHaveLength(10);
});

test('a wrong key is refused, and is in no error', async () => {
  const read = fintoc({ ...double.settings, secretKey: 'otra' }).readMovements('2026-11-01');
  const error = await read.catch((refusal: unknown) => refusal);
  expect(error).toMatchObject({ name: 'ProviderRefusal', status: 401 });
  expect(String(error)).not.toMatch(/otra|link_1/);
});

describe('a notice', () => {
  const now = Date.UTC(2026, 10, 12);
  const read = (
    sent: { signature: string | undefined; body: string },
    settings = double.settings as Parameters<typeof fintoc>[0],
  ) => fintoc(settings).readNotice({ ...sent, now });
  const notice = (of: Parameters<FintocDouble['noticeOf']>[1] = {}, movements = 3) =>
    double.noticeOf(movements, { at: now, ...of });

  test('of new movements has its signature', () => {
    const sent = notice();
    expect(read(sent)).toBe(sent.signature.slice(-64));
    expect(read(notice({ at: now - 299_000 }))).toMatch(/^[\da-f]{64}$/);
  });

  test('of anything else is none', () => {
    expect(read(notice({}, 0))).toBeNull();
    expect(read(notice({ account: 'acc_2' }))).toBeNull();
    expect(read(notice({ type: 'account.refresh_intent.failed' }))).toBeNull();
  });

  test('that is old, or whose signature does not hold, is forged', () => {
    const { signature, body } = notice();
    const forged = [
      ...[notice({ at: now - 301_000 }), notice({ at: now + 301_000 }), notice({ secret: 'otro' })],
      ...[
        { signature, body: `${body} ` },
        { signature: signature.replace('t=1', 't=01'), body },
      ],
      ...['', 'v1=,t=', 't=1', `t=x,v1=${signature.slice(-64)}`, undefined].map((each) => ({
        ...{ signature: each, body },
      })),
    ];
    for (const sent of forged) expect(read(sent)).toBe('forged');
    expect(read(notice(), { ...double.settings, webhookSecret: null })).toBe('forged');
  });
});
