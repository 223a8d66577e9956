import { createServer } from 'node:net';
import { listen } from './listen.ts';

/** Returns a free port of this machine. */
export async function freePort(): Promise<number> {
  const { port, close } = await listen(createServer());
  await close();
  return port;
}
