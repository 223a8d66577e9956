import { connect } from 'node:net';

/** A response; the status is 0 when the connection was closed without one. */
export type WireAnswer = {
  status: number;
  text: string;
  ms: number;
  /** The server closed the connection before it had read everything; the response may be lost. */
  wasReset: boolean;
  /** It timed out. */
  isLate: boolean;
};

const GIVE_UP_MS = 30;

/**
 * Sends bytes and reads until the server closes or a timeout.
 * @param isWhole false: the server may wait for more, which is never sent
 */
export async function sendWire(
  url: string,
  bytes: Buffer,
  { isWhole, patienceMs }: { isWhole: boolean; patienceMs: number },
): Promise<WireAnswer> {
  const { hostname, port } = new URL(url);
  const start = performance.now();
  const socket = connect(Number(port), hostname);
  const { promise: closed, resolve } = Promise.withResolvers<boolean>();
  socket.on('error', () => undefined);
  socket.once('close', resolve);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.write(bytes);
  let isLate = false;
  const giveUp = setTimeout(() => !isWhole && socket.end(), GIVE_UP_MS);
  const timer = setTimeout(() => {
    isLate = true;
    socket.destroy();
  }, patienceMs);
  const wasReset = await closed;
  clearTimeout(giveUp);
  clearTimeout(timer);
  const text = Buffer.concat(chunks).toString();
  // A `100 Continue` may precede the response.
  const status = Number(/^HTTP\/1\.1 ([2-5]\d\d)/m.exec(text)?.[1] ?? 0);
  return { status, text, wasReset, isLate, ms: performance.now() - start };
}
