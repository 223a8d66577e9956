import { mkdtemp, rm } from 'node:fs/promises';
import { Agent } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunk, formPart, openConnection, uploadHead } from '#server/testing/raw-http.ts';
import { describeMachine } from './machine.ts';
import { startServer } from './orders/server.ts';
import { makePhoto } from './photos.ts';
import { placeIn, timeOthers } from './spawned-shop.ts';

/**
 * Measures the effect of hostile uploads: endless forms from several senders, and one address that
 * starts uploads and stops sending.
 */
const SENDERS = 4;
const SECONDS = 8;
const TRICKLING = 276;
const PIECE = chunk(Buffer.alloc(256 * 1024, 1));
const JPEG = Buffer.from([0xff, 0xd8, 0xff]);

/** Sends endless forms, one connection after another. @returns the bytes that were accepted */
async function flood(url: string, until: number): Promise<number> {
  const { hostname, port } = new URL(url);
  let taken = 0;
  while (Date.now() < until) {
    const socket = connect(Number(port), hostname);
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.on('error', () => undefined).resume();
    socket.write(uploadHead({ 'transfer-encoding': 'chunked' }));
    socket.write(chunk(formPart(JPEG, { end: false })));
    while (Date.now() < until && socket.writable) {
      const { promise, resolve } = Promise.withResolvers<void>();
      socket.write(PIECE, () => resolve());
      await Promise.race([promise, closed, sleep(until - Date.now())]);
    }
    taken += socket.bytesWritten - socket.writableLength;
    socket.destroy();
  }
  return taken;
}

async function upload(url: string, from: string, photo: Buffer): Promise<number> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg');
  const headers = { 'x-forwarded-for': from };
  return (await fetch(`${url}/api/upload`, { method: 'POST', body, headers })).status;
}

console.log(`${describeMachine()}\n`);
const dataDir = await mkdtemp(join(tmpdir(), 'pines-bench-'));
const server = await startServer(join(import.meta.dirname, '../server/main.ts'), {
  ...placeIn(dataDir, null),
  ...{ TRUST_PROXY: 'on', LOG_LEVEL: 'fatal', SHOP_EMAIL: 'shop@bench.cl' },
});
const { url } = server;
const until = Date.now() + SECONDS * 1000;
const quiet = new Agent({ keepAlive: true });
const waiting = timeOthers(quiet, url, () => Date.now() >= until);
const before = server.spent();
const taken = await Promise.all(Array.from({ length: SENDERS }, () => flood(url, until)));
const waits = await waiting;
quiet.destroy();
const megabytes = taken.reduce((sum, bytes) => sum + bytes, 0) / 1_000_000;
const busy = (server.spent() - before) / SECONDS / 10;
console.log(
  `${SENDERS} senders without an end: ${(megabytes / SECONDS).toFixed(0)} MB/s taken, ${busy.toFixed(0)} % of a processor, GET /api/config in ${waits[waits.length >> 1]?.toFixed(1)} ms`,
);

const photo = await makePhoto(1200, 900);
const slow = await Promise.all(Array.from({ length: TRICKLING }, () => openConnection(url)));
for (const connection of slow) {
  const head = uploadHead({ 'content-length': '900000', 'x-forwarded-for': '203.0.113.1' });
  await connection.send(head);
  await connection.send(formPart(JPEG, { end: false }));
}
const [other, same] = [
  await upload(url, '198.51.100.1', photo),
  await upload(url, '203.0.113.1', photo),
];
console.log(`while ${TRICKLING} of one address trickle: others ${other}, itself ${same}`);
await sleep(35_000);
console.log(`35 seconds later: itself ${await upload(url, '203.0.113.1', photo)}`);
for (const connection of slow) connection.abort();
await server.stop();
await rm(dataDir, { recursive: true });
