import { type Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#server/context.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { markVerified } from '#server/ports/identity/embedded/accounts.ts';
import { type Browser, openBrowser } from '#server/testing/accounts.ts';
import { createClient } from '#server/testing/client.ts';
import { type ShopProcess, spawnShop } from '#server/testing/process.ts';

export const OWNER = 'admin@bench.cl';

/** Environment variables of a shop in a process of its own. */
export type Place = Record<string, string>;

export function placeIn(folder: string, databaseUrl: string | null): Place {
  return {
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: folder,
    AUTH_SECRET: 'a secret that only this benchmark knows',
    ADMIN_EMAILS: OWNER,
    LOG_LEVEL: 'error',
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
  };
}

type Answered = { status: number; bytes: number };

export function ask(agent: Agent, url: string, token: string | null): Promise<Answered> {
  const headers = token === null ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    get(url, { agent, headers }, (response) => {
      let bytes = 0;
      response.on('data', ({ length }) => {
        bytes += length;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode ?? 0, bytes }));
    }).on('error', reject);
  });
}

type Running = { url: string; open: () => Browser; shop: ShopProcess };

export async function withShop<T>(place: Place, work: (running: Running) => Promise<T>) {
  const shop = spawnShop(place);
  try {
    const url = await shop.ready();
    return await work({ url, open: () => openBrowser({ ...createClient(() => url), url }), shop });
  } finally {
    await shop.kill('SIGTERM');
  }
}

/** Creates accounts with verified addresses. @returns their uids */
export async function signUpAll(place: Place, emails: readonly string[]): Promise<string[]> {
  return withShop({ ...place, RATE_LIMITS: 'off' }, async ({ open }) => {
    const answers = [];
    for (const email of emails) answers.push(await open().signUp(email));
    return answers.map(({ body }) => String(Object(body?.user).id));
  });
}

export async function verify(context: Context, uid: string, email: string): Promise<void> {
  const now = context.clock();
  await markVerified(context.db.queries, uid, now);
  await rememberPerson(context.db.queries, { uid, email, emailVerified: true }, now);
}

const PAUSE_MS = 10;

/** Requests `GET /api/config` again and again. @returns the sorted waiting times in milliseconds */
export async function timeOthers(
  agent: Agent,
  url: string,
  isOver: () => boolean,
): Promise<number[]> {
  const waits: number[] = [];
  while (!isOver()) {
    const start = performance.now();
    await ask(agent, `${url}/api/config`, null);
    waits.push(performance.now() - start);
    await sleep(PAUSE_MS);
  }
  return waits.toSorted((a, b) => a - b);
}
