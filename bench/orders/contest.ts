import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { SQUARE_SIDE } from '#server/ports/decoder/decoder.ts';
import { placeIn } from '../spawned-shop.ts';
import { PICTURES, placeOrders } from './load.ts';
import { addPictures, linkPictures } from './pictures.ts';
import { processorTime } from './processor-time.ts';
import { type Server, startServer } from './server.ts';

export type Contestant = 'bare' | 'floor' | 'shop' | 'shop with mail';

/** One interval of load; CPU time is per order, including its mails if they are sent. */
export type Window = {
  orders: number;
  perSecond: number;
  serverMs: number;
  databaseMs: number;
  p99Ms: number;
  /** Seconds from the last order until no mail was waiting. */
  backlogS: number;
};

type Entry = { server: Server; dataDir: string; databaseUrl: string | null; placed: number };
export type Contest = Map<Contestant, Entry>;

/** Timeout for the backlog of mails. */
const PATIENCE_MS = 120_000;

const PROGRAMS: Record<Contestant, string> = {
  bare: join(import.meta.dirname, 'floor.ts'),
  floor: join(import.meta.dirname, 'floor.ts'),
  shop: join(import.meta.dirname, 'shop.ts'),
  'shop with mail': join(import.meta.dirname, '../../server/main.ts'),
};

export async function openContest(
  names: readonly Contestant[],
  newDatabase: () => Promise<string | null>,
): Promise<Contest> {
  const contest: Contest = new Map();
  for (const name of names) {
    const dataDir = await mkdtemp(join(tmpdir(), 'pines-bench-'));
    const databaseUrl = await newDatabase();
    const server = await startServer(PROGRAMS[name], {
      ...placeIn(dataDir, databaseUrl),
      ...{ RATE_LIMITS: 'off', SHOP_EMAIL: 'shop@bench.cl' },
      ...(name === 'bare' ? { BARE: '1' } : {}),
    });
    contest.set(name, { server, dataDir, databaseUrl, placed: 0 });
  }
  return contest;
}

export async function closeContest(contest: Contest): Promise<void> {
  for (const { server, dataDir } of contest.values()) {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export type Load = {
  clients: number;
  /** Number of orders; with `seconds` the maximum. */
  orders: number;
  /** Duration of the load, after which the mails are not waited for. */
  seconds?: number;
  /** PostgreSQL's main process; null: the database is part of the server. */
  databasePid: number | null;
};

export async function measureWindow(
  contest: Contest,
  name: Contestant,
  { clients, orders: max, seconds: limit, databasePid }: Load,
): Promise<Window> {
  const entry = contest.get(name);
  if (!entry) throw new Error(`${name} does not take part`);
  const first = PICTURES * entry.placed;
  entry.placed += max;
  const { server, dataDir, databaseUrl: url } = entry;
  const database = url ? { url } : { path: join(dataDir, 'shop.sqlite') };
  await addPictures(database, first, PICTURES * max);
  if (name === 'shop with mail') {
    await linkPictures(dataDir, await makePicture(dataDir), first, PICTURES * max);
  }
  const spentBefore = server.spent();
  const databaseBefore = databasePid === null ? 0 : processorTime(databasePid);
  const { seconds, times } = await placeOrders(server.url, {
    clients,
    orders: max,
    first,
    ...(limit === undefined ? {} : { seconds: limit }),
  });
  const orders = times.length;
  const p99Ms = times.toSorted((a, b) => a - b)[Math.floor(0.99 * orders)] ?? 0;
  const isMailed = name === 'shop with mail' && limit === undefined;
  const backlogS = isMailed ? await waitForMails(dataDir, entry.placed) : 0;
  const serverMs = (server.spent() - spentBefore) / orders;
  const databaseMs =
    databasePid === null ? 0 : (processorTime(databasePid) - databaseBefore) / orders;
  return { orders, perSecond: orders / seconds, serverMs, databaseMs, p99Ms, backlogS };
}

/** Makes the copies of a photograph like the decoder. */
async function makePicture(
  dataDir: string,
): Promise<Record<'image' | 'thumbnail' | 'square', string>> {
  const files = {
    image: join(dataDir, 'image.webp'),
    thumbnail: join(dataDir, 'thumbnail.webp'),
    square: join(dataDir, 'square.jpg'),
  };
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 640, height: 480, channels: 3, background: '#888888', noise } as const;
  await sharp({ create }).blur(3).webp().toFile(files.image);
  await sharp(files.image).resize(320).webp().toFile(files.thumbnail);
  await sharp(files.thumbnail).resize(SQUARE_SIDE, SQUARE_SIDE).jpeg().toFile(files.square);
  await mkdir(join(dataDir, 'mail'), { recursive: true });
  return files;
}

/** Each order causes two mails. */
async function waitForMails(dataDir: string, orders: number): Promise<number> {
  const start = performance.now();
  while ((await readdir(join(dataDir, 'mail'))).length < 2 * orders) {
    if (performance.now() - start > PATIENCE_MS) return Number.POSITIVE_INFINITY;
    await sleep(200);
  }
  return (performance.now() - start) / 1000;
}
