import { connect, createServer, type Socket } from 'node:net';
import { listen } from './listen.ts';

/** How the proxy forwards a server's responses. */
export type Pace =
  /** At once. */
  | 'open'
  /** One byte of each response at a time. */
  | 'drip'
  /** Accepts connections, but all their data is lost, as with half-open ones. */
  | 'silent';

/** A TCP proxy on loopback in front of a server that is slow, but not dead. */
export type SlowProxy = {
  port: number;
  pace: Pace;
  /** Returns the number of open connections. */
  open: () => number;
  close: () => Promise<void>;
};

/**
 * @param port the port of the server behind it, on this machine
 * @param everyMs delay between two bytes with `drip`
 */
export async function openSlowProxy(port: number, everyMs = 1000): Promise<SlowProxy> {
  const sockets = new Set<Socket>();
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => sockets.delete(socket));
    return socket;
  };
  let clients = 0;
  const server = createServer((client) => {
    clients += 1;
    keep(client).once('close', () => {
      clients -= 1;
    });
    const target = keep(connect(port, '127.0.0.1'));
    let isLost = false;
    client.on('data', (bytes) => {
      isLost ||= proxy.pace === 'silent';
      if (!isLost) target.write(bytes);
    });
    target.on('data', (bytes) => {
      isLost ||= proxy.pace === 'silent';
      if (isLost) return;
      if (proxy.pace === 'open') client.write(bytes);
      else drip(target, client, bytes);
    });
    client.once('close', () => target.destroy());
    // The end of a half-open connection is not forwarded.
    target.once('close', () => {
      if (!isLost && proxy.pace !== 'silent') client.end();
    });
  });

  function drip(target: Socket, client: Socket, bytes: Buffer): void {
    target.pause();
    let at = 0;
    const timer = setInterval(() => {
      client.write(bytes.subarray(at, at + 1));
      at += 1;
      if (at >= bytes.length || proxy.pace === 'open') {
        clearInterval(timer);
        client.write(bytes.subarray(at));
        target.resume();
      }
    }, everyMs);
    client.once('close', () => clearInterval(timer));
  }

  const { port: own, close } = await listen(server);
  const proxy: SlowProxy = {
    port: own,
    pace: 'open',
    open: () => clients,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return close();
    },
  };
  return proxy;
}
