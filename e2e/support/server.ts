import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A real server of the shop with its own temporary data. */
export type Shop = {
  url: string;
  dataDir: string;
  /** Returns its output so far. */
  log(): string;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
};

const ROOT = join(import.meta.dirname, '../..');
const START_LIMIT_MS = 60_000;
/** Compile cache of the shops, so that the next one starts sooner. */
const COMPILED = join(ROOT, 'node_modules/.cache/server');

/**
 * Starts the shop on a free port and waits until it listens.
 * @param env variables in addition to the tests' own
 * @param entry the server's program
 * @throws Error with the server's output if it does not start
 */
export async function startShop(
  env: Record<string, string> = {},
  entry = 'server/main.ts',
): Promise<Shop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pines-shop-'));
  const variables = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', PORT: '0', ...env };
  const server = spawn(join(ROOT, 'node_modules/.bin/node'), [entry], {
    cwd: ROOT,
    env: {
      ...{ NODE_COMPILE_CACHE: COMPILED, ...process.env, ...variables },
      ...{ DATA_DIR: dataDir, HOST: '127.0.0.1' },
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: Buffer) => {
    output += chunk;
  };
  server.stdout.on('data', keep);
  server.stderr.on('data', keep);
  process.once('exit', () => server.kill('SIGKILL'));
  const log = () => output;
  const remove = async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    return { url: `http://127.0.0.1:${await listening(log, server)}`, dataDir, log, remove };
  } catch (error) {
    await remove();
    throw new Error(`The shop did not start: ${error}\n${output}`, { cause: error });
  }
}

/** Waits for the line with the shop's URL: an HTTP probe could reach another process. */
async function listening(said: () => string, server: ChildProcess): Promise<string> {
  const end = Date.now() + START_LIMIT_MS;
  while (Date.now() < end) {
    const [, port] = /: http:\/\/127\.0\.0\.1:(\d+)\n/.exec(said()) ?? [];
    if (port) return port;
    if (server.exitCode !== null) throw new Error(`it ended with code ${server.exitCode}`);
    await sleep(20);
  }
  throw new Error(`no address within ${START_LIMIT_MS / 1000} s`);
}
