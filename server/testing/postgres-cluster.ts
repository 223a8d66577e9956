import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chownSync, closeSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const START_LIMIT_MS = 30_000;
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
};
/** Faster settings for a server whose data may be lost when it is killed. */
const CARELESS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };

/**
 * The settings of a server: its programs, folder and address, and whether its data survives a kill.
 */
export type Cluster = { programs: string; folder: string; port: number; durable: boolean };

/** PostgreSQL does not run as root, so root runs it as the user `postgres`. */
function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/** Creates the empty data folder of a server. */
export function createCluster({ programs, folder }: Pick<Cluster, 'programs' | 'folder'>): void {
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

/** Starts a server on its folder; `isReady` checks whether it answers. */
export function launch({ programs, folder, port, durable }: Cluster): ChildProcess {
  const all = { ...SETTINGS, ...(durable ? {} : CARELESS) };
  const settings = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const args = ['-D', join(folder, 'data'), '-p', String(port), ...settings];
  const output = openSync(logOf(folder), 'a');
  const server = spawn(join(programs, 'postgres'), args, {
    ...serverUser(),
    cwd: folder,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return server;
}

/** Waits until a server answers. @throws Error when it ends, or does not answer in time */
export async function becomeReady(url: string, server: ChildProcess): Promise<void> {
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

/** Returns the last lines of the server's log. */
export function readLog(folder: string): string {
  try {
    return readFileSync(logOf(folder), 'utf8').split('\n').slice(-20).join('\n');
  } catch {
    return '';
  }
}

function logOf(folder: string): string {
  return join(folder, 'log');
}

/** Sends a signal to a server and all its child processes. */
export function signalAll({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ');
  for (const each of [pid, ...children.filter(Boolean).map(Number)]) {
    try {
      process.kill(each, signal);
    } catch {
      // It has ended by itself meanwhile.
    }
  }
}
