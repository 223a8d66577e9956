import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Server } from '../orders/server.ts';

/** Measures an anonymous client while other connections send only bodies that are rejected. */
const CONNECTIONS = 20;
const WARM_UP_MS = 500;
const SAMPLES = 100;
const PATIENCE_MS = 8000;
const SMALL_BYTES = 16 * 1024;
const USUAL_BYTES = 1024 ** 2;

type Attack = { name: string; path: string; body: Buffer };
type Sent = { status: number; ms: number };

/** Returns a JSON text of at most this many bytes: `frame` around the repeated filling. */
function fill(frame: readonly [string, string], filling: string, bytes: number): Buffer {
  const room = bytes - Buffer.byteLength(frame.join(''));
  const times = Math.floor(room / Buffer.byteLength(filling));
  return Buffer.from(frame.join(filling.repeat(times)));
}

/** Random letters: encoding a domain of them in ASCII takes quadratic time. */
const CJK = Array.from({ length: 5400 }, (_, at) =>
  String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)),
).join('');
const EMAIL = ['{"password":"no es esta","email":"a@', '.cl"}'] as const;
const SMALL = [
  ['/api/discount-codes/validate', '{"orderTotal":1,"code":'],
  ['/api/geocode', '{"city":'],
  ['/api/orders/view', '{"token":'],
  ['/api/proofs/answer', '{"approved":true,"token":'],
] as const;

function listAttacks(): Attack[] {
  const identity = ['sign-up/email', 'sign-in/email', 'request-password-reset'].flatMap((call) =>
    [
      ['16 kB of CJK after the @', CJK],
      ['16 kB of half characters', '\\ud83d'],
    ].map(([name = '', filling = '']) => ({
      name,
      path: `/api/identity/${call}`,
      body: fill(EMAIL, filling, SMALL_BYTES),
    })),
  );
  const small = SMALL.flatMap(([path, start]) =>
    [SMALL_BYTES, USUAL_BYTES].flatMap((bytes) => [
      { name: `a text of ${bytes / 1024} kB`, path, body: fill([`${start}"`, '"}'], 'ñ', bytes) },
      { name: `a list of ${bytes / 1024} kB`, path, body: fill([`${start}[0`, ']}'], ',0', bytes) },
    ]),
  );
  const order = { path: '/api/orders', frame: ['{"images":[0', ']}'] as const };
  return [
    ...identity,
    ...small,
    {
      name: 'a list of 4 kB',
      path: '/api/browser-errors',
      body: fill(['{"name":"a","message":"b","at":[0', ']}'], ',0', 4096),
    },
    { name: 'a list of 400 kB', path: order.path, body: fill(order.frame, ',0', 400 * 1024) },
  ];
}

/** @param from the client address, as reported by the proxy */
function send(url: string, agent: Agent, { path, body }: Partial<Attack>, from: string) {
  const { promise, resolve } = Promise.withResolvers<Sent>();
  const start = performance.now();
  const headers = { 'x-forwarded-for': from, 'content-type': 'application/json' };
  const method = body === undefined ? 'GET' : 'POST';
  const end = (status: number) => resolve({ status, ms: performance.now() - start });
  const call = request(`${url}${path}`, { agent, method, headers }, (answer) => {
    answer.resume();
    answer.on('end', () => end(answer.statusCode ?? 0));
  });
  // A shop that rejects a body early may close the connection before the response is read.
  call.on('error', () => end(0));
  call.end(body);
  return promise;
}

const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

/** Each body comes from its own address, so rate limits do not apply. @returns a table row */
async function strike({ url, spent }: Server, attack: Attack): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const own = new Agent({ keepAlive: true });
  const statuses = new Map<number, number>();
  const waits: number[] = [];
  let isOver = false;
  let sent = 0;
  const before = spent();
  const loops = Array.from({ length: CONNECTIONS }, async () => {
    while (!isOver) {
      const from = `190.${(sent >> 16) & 255}.${(sent >> 8) & 255}.${sent & 255}`;
      sent += 1;
      const { status } = await send(url, agent, attack, from);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  });
  await sleep(WARM_UP_MS);
  const until = performance.now() + PATIENCE_MS;
  do waits.push((await send(url, own, { path: '/api/config' }, '203.0.113.7')).ms);
  while (waits.length < SAMPLES && performance.now() < until);
  isOver = true;
  const perBody = (spent() - before) / Math.max(1, sent - CONNECTIONS);
  agent.destroy();
  own.destroy();
  await Promise.all(loops);
  const answers = [...statuses].filter(([status]) => status > 0).map(([status]) => status);
  const cells = [attack.path, attack.name, answers.join(', '), perBody.toFixed(2)];
  return `| ${[...cells, median(waits).toFixed(0), Math.max(...waits).toFixed(0)].join(' | ')} |`;
}

/** Prints the times of `GET /api/config` meanwhile. */
export async function measureRefusedBodies(name: string, shop: Server): Promise<void> {
  console.log(
    `\n| ${name} | body | answered | processor, ms per body | config, median ms | worst ms |\n|---|---|---|--:|--:|--:|`,
  );
  for (const attack of listAttacks()) console.log(await strike(shop, attack));
}
