import { connect, createServer, type Socket } from 'node:net';
import { listen } from '#server/testing/listen.ts';

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
  });
  const { url, close } = await listen(server);

  return {
    url,
    cut: () => {
      isCut = true;
      dropAll();
    },
    mend: () => {
      isCut = false;
    },
    close: () => {
      dropAll();
      return close();
    },
  };
}
