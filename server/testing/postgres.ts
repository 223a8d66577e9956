import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostgres } from './find-postgres.ts';
import { freePort } from './free-port.ts';
import {
  becomeReady,
  type Cluster,
  createCluster,
  launch,
  readLog,
  signalAll,
} from './postgres-cluster.ts';

/** A throw-away PostgreSQL server on a loopback port. */
export type Postgres = {
  /** Connection string of its maintenance database; the user may create databases. */
  url: string;
  /** Ends this server and removes its folder. */
  stop(): Promise<void>;
  /** Kills it with all its processes, like a crash of the machine. */
  kill(): Promise<void>;
  /** Starts it again on its data after `kill`. */
  restart(): Promise<void>;
  /** Suspends it, without ending its connections, until `thaw`. */
  freeze(): void;
  thaw(): void;
};

const TRIES = 10;

/**
 * Starts a new PostgreSQL server for tests: empty, without passwords, only on 127.0.0.1.
 * It ends with this process, even when that is interrupted.
 * @param durable whether committed data survives a kill; slower
 * @throws Error with the log's tail when PostgreSQL is missing or does not start.
 */
export async function startPostgres({ durable = false } = {}): Promise<Postgres> {
  const programs = findPostgres();
  if (!programs) throw new Error('PostgreSQL is not installed (no initdb found).');
  const folder = mkdtempSync(join(tmpdir(), 'pines-postgres-'));
  let server: ChildProcess | undefined;
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  const unhook = onDeath(() => {
    if (server) signalAll(server, 'SIGCONT');
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
    createCluster({ programs, folder });
    const cluster: Cluster = { programs, folder, durable, port: await freePort() };
    const url = `postgres://postgres@127.0.0.1:${cluster.port}/postgres`;
    server = launch(cluster);
    await becomeReady(url, server);
    const restart = async (tries = 1): Promise<void> => {
      const next = launch(cluster);
      server = next;
      // The killed server's processes may need a moment to end.
      await becomeReady(url, next).catch(async (error) => {
        if (tries >= TRIES) throw error;
        await sleep(50);
        await restart(tries + 1);
      });
    };
    const send = (signal: NodeJS.Signals) => {
      if (server) signalAll(server, signal);
    };
    const kill = async () => {
      if (!server) return;
      const exit = once(server, 'exit');
      send('SIGKILL');
      await exit;
    };
    return { url, stop, kill, restart, freeze: () => send('SIGSTOP'), thaw: () => send('SIGCONT') };
  } catch (error) {
    const tail = readLog(folder);
    await stop();
    throw new Error(`PostgreSQL did not start: ${error}\n${tail}`, { cause: error });
  }
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, 'exit');
  signalAll(server, 'SIGCONT');
  server.kill('SIGINT');
  await exit;
}

/** Runs `clean` when this process ends, unless the returned function was called before. */
function onDeath(clean: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const leave = (signal: NodeJS.Signals) => {
    // Cleans up while still listening: a second signal must not interrupt it.
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
