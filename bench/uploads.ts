import { rm } from 'node:fs/promises';
import sharp, { type Sharp } from 'sharp';
import { describeMachine } from './machine.ts';
import { openContest } from './orders/contest.ts';
import { makePhoto, uploadPhoto } from './photos.ts';

/**
 * Compares an upload with sharp alone, which makes the same two copies of the same photo: CPU time
 * of the shop with its decoders, in turn.
 */
const ROUNDS = 7;
const PHOTOS = 10;

async function copyAlone(photo: Buffer): Promise<void> {
  const shrink = (image: Sharp, side: number) =>
    image.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
  const opened = sharp(photo, { sequentialRead: true }).autoOrient();
  const { data, info } = await shrink(opened, 1400).raw().toBuffer({ resolveWithObject: true });
  const shrunk = () => sharp(data, { raw: info });
  await shrunk().webp({ quality: 86, effort: 0 }).toBuffer();
  await shrink(shrunk(), 480).webp({ quality: 78, effort: 2 }).toBuffer();
}

function typical(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}

console.log(describeMachine());
sharp.cache(false);
sharp.concurrency(1);
const contest = await openContest(['shop'], async () => null);
const shop = contest.get('shop');
if (!shop) throw new Error('the shop has not started');
console.log('\n| photo | sharp alone, ms | upload, ms | of sharp |\n|---|--:|--:|--:|');
for (const [width, height] of [
  [1200, 900],
  [4000, 3000],
] as const) {
  const photo = await makePhoto(width, height);
  const [alone, shops]: [number[], number[]] = [[], []];
  await uploadPhoto(shop.server.url, photo);
  for (let round = 0; round < ROUNDS; round += 1) {
    const start = process.cpuUsage();
    for (let at = 0; at < PHOTOS; at += 1) await copyAlone(photo);
    const { user, system } = process.cpuUsage(start);
    alone.push((user + system) / 1000 / PHOTOS);
    const spent = shop.server.spent();
    for (let at = 0; at < PHOTOS; at += 1) await uploadPhoto(shop.server.url, photo);
    shops.push((shop.server.spent() - spent) / PHOTOS);
  }
  const [one, other] = [typical(alone), typical(shops)];
  console.log(
    `| ${width} x ${height} | ${one.toFixed(0)} | ${other.toFixed(0)} | ${(one / other).toFixed(2)} |`,
  );
}
await shop.server.stop();
await rm(shop.dataDir, { recursive: true });
