import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A raw connection, for bytes that no normal client sends. */
export type RawConnection = {
  send: (data: string | Uint8Array) => Promise<void>;
  /** Resets the connection. */
  abort: () => void;
  /** Ends the sending side. */
  finish: () => void;
  /** Returns the whole response, once the server has closed or it matches `until`. */
  answer: (until?: RegExp) => Promise<string>;
};

export async function openConnection(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.on('error', () => undefined);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  return {
    send: (data) => write(socket, data),
    abort: () => socket.resetAndDestroy(),
    finish: () => socket.end(),
    answer: (until = /\r\n\r\n.*\}$/s) =>
      new Promise((resolve) => {
        const look = () => {
          if (until.test(received)) resolve(received);
        };
        socket.on('data', look);
        socket.once('close', () => resolve(received));
        look();
      }),
  };
}

/** Returns bytes as one chunk of a chunked body. */
export function chunk(bytes: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`${bytes.length.toString(16)}\r\n`),
    bytes,
    Buffer.from('\r\n'),
  ]);
}

async function write(socket: Socket, data: string | Uint8Array): Promise<void> {
  if (socket.destroyed) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const done = () => resolve();
  socket.once('close', done);
  socket.write(data, done);
  await promise;
  socket.off('close', done);
}

/** Multipart body of one file part. */
export function formPart(
  bytes: Uint8Array,
  { field = 'image', boundary = 'xx', end = true } = {},
): Buffer {
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n`;
  return Buffer.concat([
    Buffer.from(head),
    bytes,
    Buffer.from(end ? `\r\n--${boundary}--\r\n` : ''),
  ]);
}

/** Returns the head of a request with a form, by default a picture upload. */
export function uploadHead(headers: Record<string, string>, path = '/api/upload'): string {
  const all = { host: 'localhost', 'content-type': 'multipart/form-data; boundary=xx', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return `POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
}
