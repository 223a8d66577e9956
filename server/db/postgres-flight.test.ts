import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { fly } from './postgres-flight.ts';

/** A message of PostgreSQL's protocol: its letter, its length and its body. */
function message(letter: string, body = ''): Buffer {
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, Buffer.from(body, 'latin1')]);
}

const WELCOME = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);
const LANDED = Buffer.concat([message('1'), message('2'), message('n')]);
const STOPPING = message('E', 'SFATAL\0C57P01\0Mterminating connection\0\0');

let server: Server;
afterEach(() => server.close());

/** Answers the first flight with `answer` and hangs up, as a server does that is told to stop. */
async function flyTo(answer: Buffer) {
  server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(WELCOME);
      socket.once('data', () => socket.end(answer));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const client = new pg.Client({ host: '127.0.0.1', port: address.port, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  return fly(client, [{ name: 'end', text: 'commit', values: [] }], pg.types);
}

test('a flight whose server stops right after its commit has landed', async () => {
  const landed = await flyTo(Buffer.concat([LANDED, message('C', 'COMMIT\0'), STOPPING]));
  expect(landed).toEqual([{ command: 'COMMIT', rowCount: expect.anything(), rows: [] }]);
});

test('one whose server stops before it has failed', async () => {
  await expect(flyTo(Buffer.concat([LANDED, STOPPING]))).rejects.toThrow('terminating connection');
});
