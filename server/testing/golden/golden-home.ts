import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { orderUrl } from '#server/features/orders/order-link.ts';
import { cookieHeader, openBrowser } from '#server/testing/accounts.ts';
import { ADMIN_EMAIL } from '#server/testing/admin-shop.ts';
import { askPostgres, type DatabaseKind, type Home } from '#server/testing/database.ts';
import { listOperations } from '#server/testing/hostile/document.ts';
import { type Overrides, openShop, type TestShop } from '#server/testing/shop.ts';
import { BUYER } from './live-a-life.ts';

export const HOMES = join(import.meta.dirname, 'homes');
const MIGRATIONS = join(import.meta.dirname, '../../db/migrations');
/** The parts of a data folder that are frozen. */
export const KEPT = ['shop.sqlite', 'secret', 'files', 'mail'] as const;

/** Responses by user and request, such as `admin /api/admin/orders`. */
export type Answers = Record<string, { status: number; answer: unknown }>;

/** Returns the responses of a home, and the shop's time when it was frozen. */
export function readRecorded(name: string): { now: number; answers: Answers } {
  const text = readFileSync(join(HOMES, name, 'answers.jsonl'), 'utf8').trim();
  const [now, ...answers] = text.split('\n').map((line) => JSON.parse(line));
  return { now, answers: Object.fromEntries(answers) };
}

/** Returns a frozen file's bytes. */
function unpack(name: string, file: string): Buffer {
  return brotliDecompressSync(readFileSync(join(HOMES, name, file)));
}

/**
 * Returns whether there are newer migrations: then only the home's version can restore its backup.
 */
export function isOutdated(name: string): boolean {
  const rows = unpack(name, 'shop.sql.br').toString();
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.ts'));
  return files.some((file) => !rows.includes(`('${file.replace('.ts', '')}', `));
}

/** Restores the frozen data folder into a home, and the rows into its PostgreSQL, if it has one. */
export async function thaw(name: string, home: Home): Promise<Home> {
  execFileSync('tar', ['-x', '-C', home.dataDir], { input: unpack(name, 'home.tar.br') });
  const { DATABASE_URL } = home.env;
  if (!DATABASE_URL) return withSecret(home);
  await rm(join(home.dataDir, 'shop.sqlite'));
  await askPostgres(DATABASE_URL, unpack(name, 'shop.sql.br').toString());
  return withSecret(home);
}

/** Returns the home with its own secret: with PostgreSQL it must be set as a variable. */
export async function withSecret({ env: testEnv, ...home }: Home): Promise<Home> {
  const { AUTH_SECRET: _tests, ...env } = testEnv;
  if (!env.DATABASE_URL) return { ...home, env };
  const secret = await readFile(join(home.dataDir, 'secret'), 'utf8');
  return { ...home, env: { ...env, AUTH_SECRET: secret.trim() } };
}

/** Opens a shop at that time on the data that `prepare` writes into a home. */
export function openFrozen(
  kind: DatabaseKind,
  now: number,
  prepare: NonNullable<Overrides['prepare']>,
): Promise<TestShop> {
  const env = { ADMIN_EMAILS: ADMIN_EMAIL, SHOP_EMAIL: 'hola@pines.cl' };
  return openShop(kind, { env, prepare, isInjected: true, context: { clock: () => now } });
}

/** Paths whose responses depend on the machine, on another server, or on the shop's version. */
const EXCLUDED =
  /identity|openapi|test-db|admin\/settings$|geocode|health|metrics|backup|calibration|sessions|second-factor|slips|labels|handover|\.zip$|pictures\/|sheets/;

/** Returns the paths of all pages and files of a shop, for each order, person and picture. */
export async function listReadings(shop: TestShop): Promise<string[]> {
  const { queries } = shop.context.db;
  const orders = await queries
    .selectFrom('orders')
    .select(['id', 'links_ended'])
    .orderBy('id')
    .execute();
  const people = await queries.selectFrom('people').select('uid').orderBy('uid').execute();
  const uploads = await queries.selectFrom('uploads').select('id').orderBy('id').execute();
  const readings: string[] = [];
  for (const { method, path } of await listOperations(shop)) {
    if (method !== 'GET' || EXCLUDED.test(path)) continue;
    const who = path.startsWith('/api/admin') ? 'admin' : 'buyer';
    const isList = path.endsWith('/orders');
    if (!path.includes('{')) readings.push(`${who} ${path}${isList ? '?limit=50' : ''}`);
    const [ids, name] = path.includes('{uid}')
      ? [people.map(({ uid }) => uid), '{uid}']
      : [orders.map(({ id }) => id), '{id}'];
    const made = ids.map((id) => `${who} ${path.replace(name, id)}`);
    readings.push(
      ...made.filter((reading) => reading !== `${who} ${path}` && !reading.includes('{')),
    );
  }
  for (const order of orders) {
    const [, token = ''] = orderUrl(shop.context, {
      id: order.id,
      linksEnded: order.links_ended,
    }).split('#pedido=');
    readings.push(`link ${token}`);
  }
  readings.push(...uploads.map(({ id }) => `buyer /files/${id}.webp`));
  return readings;
}

/** Reads the paths as the owner, as a buyer with an account, and by the orders' links. */
export async function readAnswers(shop: TestShop, readings: readonly string[]): Promise<Answers> {
  const headers: Record<string, Record<string, string>> = {};
  for (const [who, email] of [
    ['admin', ADMIN_EMAIL],
    ['buyer', BUYER],
  ] as const) {
    const browser = openBrowser(shop);
    const { status } = await browser.signIn(email);
    if (status !== 200) throw new Error(`${email} cannot sign in: ${status}`);
    const authorization = `Bearer ${await browser.token()}`;
    headers[who] = { authorization, cookie: cookieHeader(browser.cookies) };
  }
  const answers: Answers = {};
  for (const reading of readings) {
    const [who = '', what = ''] = reading.split(' ');
    const response =
      who === 'link'
        ? await shop.fetch('/api/orders/view', {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ token: what }),
          })
        : await shop.fetch(what, { headers: headers[who] ?? {} });
    answers[reading] = { status: response.status, answer: await readBody(response) };
  }
  return answers;
}

/** Returns parsed JSON, the lines of a text, or the hash of a file. */
async function readBody(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const bytes = Buffer.from(await response.arrayBuffer());
  if (type.includes('json')) return withoutChance(JSON.parse(bytes.toString()));
  if (type.includes('text')) return bytes.toString().split('\n');
  return createHash('sha256').update(bytes).digest('hex');
}

/** Removes request ids, sessions (not in a backup), and the backup's own audit entries. */
function withoutChance(answer: unknown): unknown {
  return without(answer, ['requestId', 'sessions'], (each) =>
    String(Object(each).action).startsWith('backup_'),
  );
}

/** Removes links with tokens, which are not in a backup, and fields about them. */
export function withoutLinks(answers: Answers): unknown {
  // That the copy itself was downloaded is not in it.
  const steps = 'admin /api/admin/opening';
  return without(answers, ['pictureRequest', 'picturesUrl', 'whatsappUrl', steps]);
}

/** Removes fields by name, and entries of lists, at any depth. */
function without(
  answer: unknown,
  names: readonly string[],
  isLeftOut: (entry: unknown) => boolean = () => false,
): unknown {
  const inner = (each: unknown) => without(each, names, isLeftOut);
  if (Array.isArray(answer)) return answer.filter((each) => !isLeftOut(each)).map(inner);
  if (typeof answer !== 'object' || answer === null) return answer;
  const fields = Object.entries(answer).filter(([name]) => !names.includes(name));
  return Object.fromEntries(fields.map(([name, value]) => [name, inner(value)]));
}
