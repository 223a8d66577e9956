import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection to the shop that can be slowed down, and cut like a mobile one in a tunnel. */
export type Line = {
  url: string;
  /** Limits the upload, in bytes per second. */
  slowDown: (bytesPerSecond: number) => void;
  /** Drops all connections and accepts no new ones. */
  cut: () => void;
  /** Accepts connections again, at full speed. */
  mend: () => void;
  close: () => Promise<void>;
};

export async function openLine(shopUrl: string): Promise<Line> {
  const { hostname, port } = new URL(shopUrl);
  const sockets = new Set<Socket>();
  let limit = Number.POSITIVE_INFINITY;
  let isCut = false;

  const throttle = () =>
    new Transform({
      async transform(chunk: Buffer, _encoding, done) {
        await sleep((chunk.length / limit) * 1000);
        done(null, chunk);
      },
    });

  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };

  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };

  const server = createServer((near) => {
    keep(near);
    if (isCut) {
      near.destroy();
      return;
    }
    const far = connect(Number(port), hostname);
    keep(far);
    near.pipe(throttle()).pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port for the line.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    slowDown: (bytesPerSecond) => {
      limit = bytesPerSecond;
    },
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => {
      isCut = false;
      limit = Number.POSITIVE_INFINITY;
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
