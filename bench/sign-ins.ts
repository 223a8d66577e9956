import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, openBrowser } from '#server/testing/accounts.ts';
import { createClient } from '#server/testing/client.ts';
import { describeMachine } from './machine.ts';
import { startServer } from './orders/server.ts';
import { onBothDatabases } from './postgres.ts';
import { measureRefusedBodies } from './sign-ins/refused-bodies.ts';
import { placeIn } from './spawned-shop.ts';

const MAIN = join(import.meta.dirname, '../server/main.ts');
/** Measures a valid sign-in during 600 simultaneous wrong ones, each from its own address. */
const FLOOD = 600;
const RETRIES = 5;
const EMAIL = 'ana@bench.cl';
const PASSWORD = 'contraseña de una prueba';
const HONEST = { 'x-forwarded-for': '203.0.113.7' };

type Measured = { status: number; ms: number; retryAfterS: number };

async function signIn(browser: Browser): Promise<Measured> {
  const start = performance.now();
  const json = { email: EMAIL, password: PASSWORD };
  const { status, headers } = await browser.ask('/sign-in/email', json, HONEST);
  const ms = performance.now() - start;
  return { status, ms, retryAfterS: Number(headers.get('retry-after')) };
}

/** Returns how often each status was returned. */
async function attack(open: () => Browser, emailOf: (at: number) => string) {
  const tries = Array.from({ length: FLOOD }, async (_, at) => {
    const address = { 'x-forwarded-for': `190.${1 + (at >> 8)}.${at & 255}.9` };
    const json = { email: emailOf(at), password: 'no es esta' };
    return (await open().ask('/sign-in/email', json, address)).status;
  });
  const counts = Map.groupBy(await Promise.all(tries), (status) => status);
  return [...counts].map(([status, all]) => `${status}: ${all.length}`).join(', ');
}

/** Signs in alone, then during a flood, with retries as requested. @returns a table row */
async function measure(open: () => Browser, aim: string, emailOf: (at: number) => string) {
  const honest = open();
  const alone = [await signIn(honest), await signIn(honest), await signIn(honest)];
  const typical = alone.toSorted((a, b) => a.ms - b.ms)[1]?.ms ?? 0;
  const flood = attack(open, emailOf);
  const first = await signIn(honest);
  let last = first;
  let retries = 0;
  for (; last.status === 503 && retries < RETRIES; retries += 1) {
    await sleep(1000 * last.retryAfterS);
    last = await signIn(honest);
  }
  const cells = [aim, typical.toFixed(0), first.status, first.ms.toFixed(0)];
  const ratio = (first.ms / typical).toFixed(1);
  return `| ${[...cells, ratio, retries, last.status, last.ms.toFixed(0), await flood].join(' | ')} |`;
}

async function measureShop(name: string, databaseUrl: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'pines-bench-'));
  const shop = await startServer(MAIN, { ...placeIn(folder, databaseUrl), TRUST_PROXY: 'on' });
  try {
    const { url } = shop;
    const open = () => openBrowser({ ...createClient(() => url), url });
    await open().ask('/sign-up/email', { name: '', email: EMAIL, password: PASSWORD }, HONEST);
    console.log(
      `\n| ${name} | alone, ms | first | ms | times | retries | last | ms | the flood |\n|---|--:|--:|--:|--:|--:|--:|--:|---|`,
    );
    console.log(await measure(open, 'for other accounts', (at) => `nadie${at}@bench.cl`));
    console.log(await measure(open, 'for the very account', () => EMAIL));
    await measureRefusedBodies(name, shop);
  } finally {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

console.log(describeMachine());
await onBothDatabases(measureShop);
