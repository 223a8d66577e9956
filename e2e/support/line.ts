import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A connection to the shop that can be cut like a mobile one in a tunnel. */
export type Line = {
  url: string;
  /** Drops all connections and accepts no new ones. */
  cut: () => void;
  /** Accepts connections again. */
  mend: () => void;
  close: () => Promise<void>;
};

export async function openLine(shopUrl: string): Promise<Line> {
  const { hostname, port } = new URL(shopUrl);
  const sockets = new Set<Socket>();
  let isCut = false;

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
    near.pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port for the line.');

  return {
    url: `http://127.0.0.1:${address.port}`,
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => {
      isCut = false;
    },
    close: async () => {
      dropAll();
      server.close();
      await once(server, 'close');
    },
  };
}
