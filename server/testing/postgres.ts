import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findPostgres } from './find-postgres.ts';

/** A throw-away PostgreSQL server on a loopback port. */
export type Postgres = {
  /** Connection string of its maintenance database; the user may create databases. */
  url: string;
  /** Ends this server and removes its folder. */
  stop(): Promise<void>;
};

const START_LIMIT_MS = 30_000;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/**
 * Starts a fresh PostgreSQL server for tests: empty, trusting, without fsync, only on 127.0.0.1.
 * It goes with this process, also when that is interrupted.
 * @throws Error with the log's tail when PostgreSQL is missing or does not start.
 */
export async function startPostgres(): Promise<Postgres> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed (no initdb found).');
  const folder = mkdtempSync(join(tmpdir(), 'pines-postgres-'));
  const log = join(folder, 'log');
  let server: ChildProcess | undefined;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const unhook = onDeath(() => {
    server?.kill('SIGQUIT');
    waitUntilGone(join(folder, 'data', 'postmaster.pid'));
    remove();
  });
  const stop = async () => {
    if (server) await end(server);
    remove();
    unhook();
  };
  try {
    createCluster(programs, folder);
    const port = await freePort();
    server = launch(programs, folder, log, port);
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    await ready(url, server);
    return { url, stop };
  } catch (error) {
    const tail = readTail(log);
    await stop();
    throw new Error(`PostgreSQL did not start: ${error}\n${tail}`, { cause: error });
  }
}

/** PostgreSQL refuses to run as root, so root runs it as the `postgres` user. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

function createCluster(programs: string, folder: string): void {
  const user = serverUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const options = ['--username=postgres', '--auth=trust', '--encoding=UTF8', '--no-locale'];
  const args = [...options, '--no-sync', '--no-instructions', '-D', join(folder, 'data')];
  execFileSync(join(programs, 'initdb'), args, {
    ...user,
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

function launch(programs: string, folder: string, log: string, port: number): ChildProcess {
  const settings = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings];
  const output = openSync(log, 'a');
  const server = spawn(join(programs, 'postgres'), args, {
    ...serverUser(),
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGINT');
  await once(server, 'exit');
}

/** Runs `clean` when this process ends without having called the returned function. */
function onDeath(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const leave = (signal: NodeJS.Signals) => {
    // Cleaned while still listening: a second signal must not cut the cleaning short.
    clean();
    unhook();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const unhook = () => {
    process.off('exit', clean);
    for (const signal of signals) process.off(signal, leave);
  };
  process.on('exit', clean);
  for (const signal of signals) process.on(signal, leave);
  return unhook;
}

function waitUntilGone(path: string): void {
  const pause = new Int32Array(new SharedArrayBuffer(4));
  for (let i = 0; i < 60 && existsSync(path); i += 1) Atomics.wait(pause, 0, 0, 50);
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}

async function ready(url: string, server: ChildProcess): Promise<void> {
  const end = Date.now() + START_LIMIT_MS;
  for (;;) {
    if (server.exitCode !== null) throw new Error(`it ended with code ${server.exitCode}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      return;
    } catch (error) {
      if (Date.now() > end) throw error;
      await sleep(50);
    } finally {
      await client.end();
    }
  }
}

function readTail(path: string): string {
  try {
    return readFileSync(path, 'utf8').split('\n').slice(-20).join('\n');
  } catch {
    return '';
  }
}
