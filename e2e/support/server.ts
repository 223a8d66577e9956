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
  /** Stops it gracefully; the data is kept until `remove`. */
  stop(): Promise<void>;
  /** Kills it, as in a power failure. */
  kill(): Promise<void>;
  /** Starts it again with the same address and data; stops it first if necessary. */
  restart(): Promise<void>;
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
  const settings = { RATE_LIMITS: 'off', LOG_LEVEL: 'warn', ...env };
  const variables = { ...settings, DATA_DIR: dataDir, HOST: '127.0.0.1' };
  let port = env.PORT ?? '0';
  let output = '';
  let server: ChildProcess | null = null;

  async function start() {
    const child = spawn(join(ROOT, 'node_modules/.bin/node'), [entry], {
      cwd: ROOT,
      env: { NODE_COMPILE_CACHE: COMPILED, ...process.env, ...variables, PORT: port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const before = output.length;
    const keep = (chunk: Buffer) => {
      output += chunk;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    server = child;
    const said = () => output.slice(before);
    port = await listening(said, child).catch((error: unknown) => {
      throw new Error(`The shop did not start: ${error}\n${output}`, { cause: error });
    });
  }

  async function end(signal: NodeJS.Signals) {
    const child = server;
    server = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  }

  const stop = () => end('SIGTERM');
  const remove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  process.once('exit', () => server?.kill('SIGKILL'));
  await start().catch(async (error: unknown) => {
    await remove();
    throw error;
  });
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    log: () => output,
    stop,
    kill: () => end('SIGKILL'),
    restart: async () => {
      await stop();
      await start();
    },
    remove,
  };
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
