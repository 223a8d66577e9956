import { createHash, randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BuyerOrder, CreateOrderBody } from '#contract/orders/orders.ts';
import { findRows } from '#server/testing/rows.ts';
import { loadConfig } from './config.ts';
import { type Context, createContext } from './context.ts';
import { checkSqlite } from './db/check-sqlite.ts';
import { firstToken } from './features/orders/order-link.ts';
import { fileKeys, pictureId } from './features/uploads/urls.ts';
import { roof } from './start-shop.ts';
import { createClient, type ShopClient, uploaded } from './testing/client.ts';
import type { Home } from './testing/database.ts';
import { findWrongSums } from './testing/find-wrong-sums.ts';
import { createRandom } from './testing/flip.ts';
import { hasProgram } from './testing/has-program.ts';
import { createHome } from './testing/home.ts';
import { until } from './testing/jobs.ts';
import { makeOrder, placed } from './testing/orders.ts';
import {
  compileRecorder,
  type DiskImage,
  losePower,
  readImage,
  readJournal,
  writeImage,
} from './testing/power/lose-power.ts';
import { spawnShop } from './testing/process.ts';
import { LONG, report, SEED } from './testing/seed.ts';

const CUTS = Number(process.env.TEST_ROUNDS ?? (LONG ? 200 : 5));
const ORDERS = LONG ? 60 : 6;
const BUYERS = 3;
/**
 * Every this many power cuts a whole shop is started; else only its database and files are opened.
 */
const STARTED_EVERY = 20;
/** How many of ten unsynced operations survive the cut; the cuts alternate between these. */
const SHARES = LONG ? [0, 5, 9] : [0];
const PATIENCE_MS = 1_500_000;
const hasCompiler = hasProgram('/usr/bin', 'gcc');

/** What the shop acknowledged, and the length of the journal at that time. */
type Ledger = {
  orders: { at: number; key: string; body: CreateOrderBody; order: BuyerOrder }[];
  pictures: { at: number; id: string; sha256: string }[];
  receipts: { at: number; orderId: string; sha256: string }[];
};

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.runIf(hasCompiler)('a shop on SQLite whose machine loses its power', () => {
  test('loses no order, picture or receipt it acknowledged', { timeout: PATIENCE_MS }, async () => {
    const random = createRandom(SEED);
    const home = await createHome('sqlite', { hasSchema: true });
    const scratch = await mkdtemp(join(tmpdir(), 'pines-power-'));
    onTestFinished(async () => {
      await home.remove();
      await rm(scratch, { recursive: true, force: true });
    });
    const journal = join(scratch, 'journal');
    const before = readImage(home.dataDir);
    const { ledger, began } = await recordLife(home, {
      journal,
      library: compileRecorder(scratch),
    });
    const operations = readJournal(journal);
    const end = operations.at(-1)?.end ?? 0;
    const acknowledged = [...ledger.orders, ...ledger.pictures, ...ledger.receipts];
    const cutAt = (cut: number) => {
      // At the end, right after an acknowledgement before anything else is synced, or at any moment.
      if (cut === 0) return end;
      const moment = acknowledged[random(acknowledged.length)]?.at ?? end;
      return cut % 2 || !LONG ? moment : began + random(end - began);
    };

    const lost: string[] = [];
    for (let cut = 0; cut < CUTS; cut += 1) {
      const at = cutAt(cut);
      const survives = () => random(10) < (SHARES[cut % SHARES.length] ?? 0);
      const image = losePower(before, operations, { at, survives });
      const found = await findLost(image, {
        home,
        scratch,
        ledger,
        at,
        starts: LONG && cut % STARTED_EVERY === 0,
      });
      lost.push(...found.map((line) => `cut ${cut} at ${at}: ${line}`));
    }
    report(
      `power loss: TEST_SEED=${SEED} ${CUTS} cuts in ${operations.length} operations, ${ledger.orders.length} orders, ${ledger.pictures.length} pictures, ${ledger.receipts.length} receipts, ${lost.length} lost`,
    );
    expect(lost).toEqual([]);

    // Checks the check: a shop that syncs no folders, or no files, must lose data.
    for (const ignored of ['syncFolder', 'syncFile', 'sync'] as const) {
      const image = losePower(before, operations, {
        at: end,
        survives: () => false,
        ignored: [ignored],
      });
      const found = await findLost(image, { home, scratch, ledger, at: end, starts: false });
      expect([ignored, found.length > 0]).toEqual([ignored, true]);
    }
  });
});

/** Records the disk writes of a shop that serves buyers, and kills it. */
async function recordLife(home: Home, { journal, library }: { journal: string; library: string }) {
  const shop = spawnShop({
    ...home.env,
    ...{ LD_PRELOAD: library, RECORD_ROOT: home.dataDir, RECORD_JOURNAL: journal },
  });
  const url = await shop.ready();
  const client = createClient(() => url);
  const ledger: Ledger = { orders: [], pictures: [], receipts: [] };
  const now = async () => (await stat(journal)).size;
  const began = await now();
  const secret = home.env.AUTH_SECRET ?? '';

  async function buy(name: string): Promise<void> {
    for (let at = 0; ledger.orders.length < ORDERS; at += 1) {
      const images = [await upload(client)];
      const delivery = { email: `${name}-${at}@correo.cl` };
      const body = makeOrder({ images, delivery });
      const key = `${name} ${at}`;
      const order = placed(await client.placeOrder(body, key));
      ledger.orders.push({ at: await now(), key, body, order });
      if (at % 2) await sendReceipt(order.id);
    }
  }
  async function upload({ upload: send }: ShopClient): Promise<string> {
    const raw = { width: 24, height: 24, channels: 3 } as const;
    const picture = await sharp(randomBytes(24 * 24 * 3), { raw })
      .png()
      .toBuffer();
    const { imageUrl } = uploaded(await send(picture));
    const id = pictureId(imageUrl) ?? '';
    ledger.pictures.push({ at: await now(), id, sha256: sha256(picture) });
    return imageUrl;
  }
  async function sendReceipt(orderId: string): Promise<void> {
    const pdf = Buffer.from(`%PDF-1.4\n${orderId}\n`);
    const raw = new FormData();
    raw.append('receipt', new Blob([pdf]), 'comprobante');
    raw.append('token', firstToken({ secret }, orderId));
    const { status } = await client.call('/api/orders/receipt', { method: 'POST', raw });
    expect(status).toBe(201);
    ledger.receipts.push({ at: await now(), orderId, sha256: sha256(pdf) });
  }

  await Promise.all(Array.from({ length: BUYERS }, (_, at) => buy(`b${at}`)));
  // Some of its mails are written.
  await until(
    async () => (await readdir(join(home.dataDir, 'mail')).catch(() => [])).length >= ORDERS / 2,
  );
  await shop.kill();
  return { ledger, began };
}

type Cut = { home: Home; scratch: string; ledger: Ledger; at: number; starts: boolean };

/**
 * Opens the shop on a disk image.
 * @returns a line for each thing that was acknowledged and is lost
 */
async function findLost(
  image: DiskImage,
  { home, scratch, ledger, at, starts }: Cut,
): Promise<string[]> {
  const dataDir = await mkdtemp(join(scratch, 'cut-'));
  const env = { ...home.env, DATA_DIR: dataDir };
  const then = <T extends { at: number }>(all: readonly T[]) => all.filter((each) => each.at <= at);
  const known = {
    orders: then(ledger.orders),
    pictures: then(ledger.pictures),
    receipts: then(ledger.receipts),
  };
  try {
    writeImage(image, home.dataDir, dataDir);
    if (starts) await startShop(env, known.orders);
    const context = await createContext(loadConfig(env), roof);
    try {
      return [
        ...(await findLostRows(context, known)),
        ...(await findLostFiles(context, known)),
        ...(await findLostMails(context)),
        ...checkSqlite(join(dataDir, 'shop.sqlite')),
        ...(await findWrongSums(context.db)),
      ];
    } finally {
      await context.close();
    }
  } catch (error) {
    return [`it does not open: ${error}`];
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

type Known = Pick<Ledger, 'orders' | 'pictures' | 'receipts'>;

async function findLostRows({ db }: Context, { orders }: Known): Promise<string[]> {
  const rows = await db.queries.selectFrom('orders').select(['id', 'total_amount']).execute();
  const totals = new Map(rows.map(({ id, total_amount }) => [id, total_amount]));
  return orders
    .filter(({ order }) => totals.get(order.id) !== order.deliveryData.pricing.totalAmount)
    .map(({ order }) => `order ${order.id}`);
}

async function findLostFiles({ db, storage }: Context, known: Known): Promise<string[]> {
  const lost: string[] = [];
  const expectFile = async (key: string | null | undefined, hash: string | null) => {
    const file = key ? await storage.open(key) : null;
    const bytes = file && (await buffer(file.stream));
    if (!bytes || (hash !== null && sha256(bytes) !== hash)) lost.push(`file ${key}`);
  };
  for (const { id, sha256: hash } of known.pictures) {
    const { original, ...copies } = fileKeys(id);
    await expectFile(original, hash);
    for (const key of Object.values(copies)) await expectFile(key, null);
  }
  for (const { orderId, sha256: hash } of known.receipts) {
    const order = await db.queries
      .selectFrom('order_receipts')
      .select('file')
      .where('order_id', '=', orderId)
      .orderBy('n', 'desc')
      .executeTakeFirst();
    await expectFile(order?.file, hash);
  }
  return lost;
}

/** Returns the jobs that are done although their mail is not written. */
async function findLostMails({ db, config }: Context): Promise<string[]> {
  const folder = config.mail.kind === 'files' ? config.mail.folder : '';
  const jobs = await findRows({ db }, 'jobs', { kind: 'mail.order_received', state: 'done' });
  const isWritten = ({ id }: { id: string }) =>
    (statSync(join(folder, `${id}.eml`), { throwIfNoEntry: false })?.size ?? 0) > 0;
  return jobs.filter((job) => !isWritten(job)).map(({ id }) => `mail ${id}`);
}

/** Starts the whole shop: acknowledged orders are answered again, and a new order is accepted. */
async function startShop(env: Record<string, string>, orders: Known['orders']): Promise<void> {
  const shop = spawnShop(env);
  try {
    const url = await shop.ready();
    const client = createClient(() => url);
    for (const { key, body, order } of orders) {
      const answer = await client.placeOrder(body, key);
      expect(answer.headers.get('idempotency-replayed')).toBe('true');
      // A proof of transfer may have been received since.
      const { id, deliveryData } = placed(answer);
      expect([id, deliveryData]).toEqual([order.id, order.deliveryData]);
    }
    placed(await client.placeOrder(makeOrder({ images: await client.uploadMany(1) })));
  } finally {
    await shop.kill();
  }
}
