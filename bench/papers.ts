import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { FIRST_STYLE, MAX_TEXT_LENGTH } from '#domain/pins/text.ts';
import { packPage } from '#domain/production/sheets.ts';
import { loadConfig } from '#server/config.ts';
import { createContext } from '#server/context.ts';
import { roof } from '#server/start-shop.ts';
import type { Browser } from '#server/testing/accounts.ts';
import { storeOrders } from '#server/testing/store-orders.ts';
import { describeMachine } from './machine.ts';
import {
  ask,
  OWNER,
  type Place,
  placeIn,
  signUpAll,
  timeOthers,
  verify,
  withShop,
} from './spawned-shop.ts';

/** Measures how long others wait, and the shop's memory, while large papers are made. */
const NAMES = 500;
const LABELS = { orders: 100, pictures: 5 };
/** A common 25 mm press, of which many pins fit on a page. */
const SMALL = { face: 25, cut: 35, safe: 21 };
const PAGES = 200;
const A3 = { paper: 'a3', margin: 5, gap: 3.2, scaleX: 1, scaleY: 1 } as const;
/** The measurement ends after this, whether the paper is made or not. */
const MAX_MS = 60_000;
const LOOK_MS = 50;
const MIB = 1024 ** 2;

type Orders = { named: string[]; small: string[]; packed: string[] };
type Panel = { url: string; browser: Browser; agent: Agent; token: string };
type Case = { name: string; make: (panel: Panel, orders: Orders) => Promise<unknown> };

const cases: readonly Case[] = [
  { name: 'nothing', make: () => sleep(5000) },
  {
    name: `sheet of ${NAMES} names`,
    make: (panel, { named }) => makeSheet(panel, { orderIds: named }),
  },
  {
    name: `sheet of ${PAGES} pages of small names`,
    make: (panel, { small }) => makeSheet(panel, { orderIds: small, paper: 'a3' }),
  },
  { name: `slip of ${NAMES} names`, make: (panel, { named }) => take(panel, `slips?ids=${named}`) },
  {
    name: `labels of ${LABELS.orders * LABELS.pictures} items`,
    make: (panel, { packed }) => take(panel, `labels?ids=${packed}`),
  },
  {
    name: `zip of ${NAMES} names`,
    make: (panel, { named }) => take(panel, `orders/${named}/pictures.zip`),
  },
];

async function makeSheet({ browser }: Panel, json: object): Promise<void> {
  const requested = await browser.call('/api/admin/sheets', { method: 'POST', json });
  for (;;) {
    const { id } = Object(requested.body.sheet);
    const { body } = await browser.call(`/api/admin/sheets/${id}`);
    const { state } = Object(body.sheet);
    if (state === 'done') return;
    if (state !== 'waiting' && state !== 'working') throw new Error(`the sheet is ${state}`);
    await sleep(500);
  }
}

async function take({ url, agent, token }: Panel, path: string): Promise<void> {
  const { status } = await ask(agent, `${url}/api/admin/${path}`, token);
  if (status !== 200) throw new Error(`${path.slice(0, 20)}: ${status}`);
}

/** Creates the owner's account and the orders. */
async function fill(place: Place): Promise<Orders> {
  const [owner = ''] = await signUpAll(place, [OWNER]);
  const context = await createContext(loadConfig(place), roof);
  await verify(context, owner, OWNER);
  const text = (position: number) => ({
    ...FIRST_STYLE,
    value: `Nº${position} Bernardita de los Ángeles Etcheverry`.slice(0, MAX_TEXT_LENGTH),
  });
  const named = await storeOrders(context, { count: 1, pictures: NAMES, text });
  const perPage = packPage(A3, SMALL.cut).centres.length;
  const count = Math.floor((PAGES * perPage) / NAMES);
  const small = await storeOrders(context, { count, pictures: NAMES, text });
  const { face, cut, safe } = SMALL;
  await sql`update order_items set face_mm = ${face}, cut_mm = ${cut}, safe_mm = ${safe}
    where order_id in (${sql.join(small)})`.execute(context.db.queries);
  const { orders, pictures } = LABELS;
  const packed = await storeOrders(context, { count: orders, pictures, text });
  await context.close();
  return { named, small, packed };
}

/** Returns a table row. */
async function measure({ name, make }: Case, place: Place, orders: Orders): Promise<string> {
  return withShop({ ...place, RATE_LIMITS: 'off' }, async ({ url, open, shop }) => {
    const browser = open();
    await browser.signIn(OWNER);
    const token = (await browser.token()) ?? '';
    await sleep(2000);
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, shop.treeMemory() > 0 ? shop.memory() : 0);
    }, LOOK_MS);
    const [agent, quiet] = [new Agent({ keepAlive: true }), new Agent({ keepAlive: true })];
    const began = performance.now();
    let took = Number.POSITIVE_INFINITY;
    let failure = '';
    make({ url, browser, agent, token }, orders).then(
      () => {
        took = performance.now() - began;
      },
      (error: unknown) => {
        failure = String(error);
      },
    );
    const isOver = () =>
      Number.isFinite(took) || failure !== '' || performance.now() - began > MAX_MS;
    const waits = await timeOthers(quiet, url, isOver).catch(() => {
      failure = 'the shop ended';
      return [];
    });
    clearInterval(timer);
    for (const each of [agent, quiet]) each.destroy();
    const at = (share: number) => waits[Math.floor((waits.length - 1) * share)]?.toFixed(1);
    const seconds = Number.isFinite(took)
      ? (took / 1000).toFixed(1)
      : failure || `> ${MAX_MS / 1000}`;
    const cells = [name, at(0.5), at(0.99), at(1), seconds, Math.round(peak / MIB)];
    return `| ${cells.join(' | ')} |`;
  });
}

const folder = await mkdtemp(join(tmpdir(), 'pines-bench-'));
try {
  const place = placeIn(folder, null);
  const orders = await fill(place);
  console.log(`${describeMachine()}\n`);
  console.log('| | median, ms | 99 %, ms | longest, ms | seconds | peak, MiB |');
  console.log('|---|--:|--:|--:|--:|--:|');
  for (const each of cases) console.log(await measure(each, place, orders));
} finally {
  await rm(folder, { recursive: true, force: true });
}
