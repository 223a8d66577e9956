import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childrenOf } from './children.ts';
import type { Usage, UsageQuery } from './hostile/probe.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
const PROBE = join(import.meta.dirname, 'hostile/probe.ts');
/** Cache of the compiled sources of started shops: the next one starts sooner. */
const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/server');

/** Environment variables of a shop's process, in addition to the shop's. */
export const processEnv = { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: COMPILED };

/** A shop in a separate process, which can be killed. */
export type ShopProcess = {
  /** Its origin; rejects with its output when it ends before it listens. */
  ready: () => Promise<string>;
  /** Returns its memory now, in bytes. */
  memory: () => number;
  /** The same for it and its children together; shared memory counts once. */
  treeMemory: () => number;
  /** Returns its resource usage, if it was started with a probe. */
  usage: (query?: UsageQuery) => Promise<Usage>;
  output: () => string;
  errors: () => string;
  /** Returns the lines of its log so far. */
  logLines: () => Record<string, unknown>[];
  kill: (signal?: NodeJS.Signals) => Promise<void>;
  /** Resolves with its exit code once it has ended. */
  ended: () => Promise<number | null>;
};

/**
 * Starts `server/main.ts` with only these of the shop's variables.
 * @param hasProbe whether it can report its resource usage, after a garbage collection if requested
 */
export function spawnShop(env: Record<string, string>, { hasProbe = false } = {}): ShopProcess {
  const program = hasProbe ? ['--expose-gc', '--import', PROBE, MAIN] : [MAIN];
  const child = spawn(process.execPath, program, {
    env: { ...processEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe', hasProbe ? 'ipc' : 'ignore'],
  });
  const stdout = collect(child.stdout);
  const stderr = collect(child.stderr);
  const exit = once(child, 'exit');

  const ended = async () => {
    await exit;
    return child.exitCode;
  };
  return {
    output: stdout,
    errors: stderr,
    logLines: () =>
      stdout()
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line): Record<string, unknown> => JSON.parse(line)),
    memory: () => residentBytes(child.pid ?? 0),
    treeMemory: () => {
      const pid = child.pid ?? 0;
      return [pid, ...childrenOf(pid)].reduce((sum, each) => sum + proportionalBytes(each), 0);
    },
    usage: async (query = { collect: false }) => {
      const answer: Promise<Usage[]> = once(child, 'message');
      child.send(query);
      const [usage] = await Promise.race([answer, exit.then(() => [])]);
      if (!usage) throw new Error(`the shop ended: ${stdout()}${stderr()}`);
      return usage;
    },
    ended,
    ready: () => address(child, stdout, stderr),
    kill: async (signal = 'SIGKILL') => {
      child.kill(signal);
      await exit;
    },
  };
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return 1024 * Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]);
}

/** Returns its own memory, and its share of shared memory, in bytes; 0 once it has ended. */
function proportionalBytes(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return 1024 * Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function collect(stream: NodeJS.ReadableStream | null): () => string {
  let text = '';
  stream?.on('data', (chunk) => {
    text += chunk;
  });
  return () => text;
}

function address(child: ChildProcess, stdout: () => string, stderr: () => string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const look = () => {
    const found = /: (http:\/\/\S+)\n/.exec(stdout())?.[1];
    if (found) resolve(found);
  };
  child.stdout?.on('data', look);
  child.once('close', () => reject(new Error(`the shop ended: ${stdout()}${stderr()}`)));
  look();
  return promise;
}
