import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeMachine } from './machine.ts';
import { measureWindow, openContest } from './orders/contest.ts';
import { type Memory, readMemory } from './orders/memory.ts';
import { startServer } from './orders/server.ts';
import { makePhoto, uploadPhoto } from './photos.ts';

/** Measures the time from start to the first page, and the shop's memory. */
const STARTS = 7;
const IDLE_MS = 20_000;
const ORDERS = 2000;
const UPLOADS = 200;
const MAIN = join(import.meta.dirname, '../server/main.ts');

async function measureStart(dataDir: string): Promise<number> {
  const start = performance.now();
  const server = await startServer(MAIN, { PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error' });
  await (await fetch(server.url)).arrayBuffer();
  const tookMs = performance.now() - start;
  await server.stop();
  return tookMs;
}

/** Returns the memory just after the start, and after orders and uploads. */
async function measureMemory(): Promise<Record<string, Memory>> {
  const contest = await openContest(['shop with mail'], async () => null);
  const entry = contest.get('shop with mail');
  if (!entry) throw new Error('the shop has not started');
  const { server, dataDir } = entry;
  await (await fetch(server.url)).arrayBuffer();
  await sleep(IDLE_MS);
  const idle = readMemory(server.pid);
  const load = { clients: 8, orders: ORDERS, databasePid: null };
  await measureWindow(contest, 'shop with mail', load);
  const mailed = (await readdir(join(dataDir, 'mail'))).length;
  const photo = await makePhoto(3000, 2000);
  for (let at = 0; at < UPLOADS; at += 1) await uploadPhoto(server.url, photo);
  const after = readMemory(server.pid);
  await sleep(2 * IDLE_MS);
  const later = readMemory(server.pid);
  await server.stop();
  await rm(dataDir, { recursive: true });
  const name = `after ${ORDERS} orders, ${mailed} mails and ${UPLOADS} uploads`;
  return { idle, [name]: after, [`${(2 * IDLE_MS) / 1000} s later`]: later };
}

console.log(describeMachine());
const starts: number[] = [];
for (let at = 0; at < STARTS; at += 1) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pines-bench-'));
  starts.push(await measureStart(dataDir));
  await rm(dataDir, { recursive: true });
}
const [first, ...others] = starts;
const sorted = others.toSorted((a, b) => a - b);
const seconds = (ms = Number.NaN) => (ms / 1000).toFixed(2);
console.log('\n| until the first page of an empty data folder | s |\n|---|--:|');
console.log(`| first start | ${seconds(first)} |`);
console.log(
  `| fastest and median of ${others.length} more | ${seconds(sorted[0])}, ${seconds(sorted[others.length >> 1])} |`,
);
console.log('\n| memory (SQLite) | its own, MB | with the program, MB |\n|---|--:|--:|');
for (const [name, { own, all }] of Object.entries(await measureMemory())) {
  console.log(`| ${name} | ${own.toFixed(0)} | ${all.toFixed(0)} |`);
}
