import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { openShop } from './testing/shop.ts';

const CONNECTIONS = 20;

/** Connects while the shop's thread is busy, and says what became of each connection. */
const CLIENT = `
const { connect } = require('node:net');
const { parentPort, workerData: { port, count, connected } } = require('node:worker_threads');
const ask = () => new Promise((resolve) => {
  let answer = '';
  const socket = connect(port, '127.0.0.1', () => {
    socket.write('GET /health HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n');
    Atomics.add(connected, 0, 1);
    Atomics.notify(connected, 0);
  });
  socket.on('data', (bytes) => { answer += bytes; });
  socket.on('error', ({ code }) => resolve(code));
  socket.on('end', () => resolve(answer.split('\\r\\n')[0]));
});
parentPort.postMessage('ready');
Promise.all(Array.from({ length: count }, ask)).then((answers) => parentPort.postMessage(answers));
`;

test('connections that wait to be accepted while the shop stops are answered', async () => {
  const shop = await openShop('sqlite');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const worker = new Worker(CLIENT, {
    eval: true,
    workerData: { port: Number(new URL(shop.url).port), count: CONNECTIONS, connected },
  });
  await once(worker, 'message');
  for (let seen = 0; seen < CONNECTIONS; seen = Atomics.load(connected, 0)) {
    Atomics.wait(connected, 0, seen, 5000);
  }
  const answers = once(worker, 'message');
  await shop.leave();
  expect(await answers).toEqual([Array(CONNECTIONS).fill('HTTP/1.1 200 OK')]);
  await shop.close();
});
