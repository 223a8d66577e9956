import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

type Settings = {
  /** Its environment variables, besides those for Node's cache; by default this process's. */
  env?: Readonly<Record<string, string>>;
  execArgv?: string[];
};

/** Starts a program of the server as a child process with an IPC channel; it inherits stderr. */
export function forkProgram(program: string, { env, execArgv = [] }: Settings = {}): ChildProcess {
  const cache = getCompileCacheDir();
  return fork(program, {
    execArgv,
    ...(env && { env: { ...env, ...(cache ? { NODE_COMPILE_CACHE: dirname(cache) } : {}) } }),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
}
