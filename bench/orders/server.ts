import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processEnv } from '#server/testing/process.ts';
import { processorTime } from './processor-time.ts';

export type Server = {
  url: string;
  pid: number;
  /** Returns its CPU time so far, in milliseconds. */
  spent: () => number;
  stop: () => Promise<void>;
};

/** As in `scripts/serve.sh`. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '32768' };

/** Starts a program that prints its URL. */
export async function startServer(program: string, env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [program], {
    env: { ...processEnv, ...MALLOC, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const pid = child.pid ?? 0;
  let output = '';
  for await (const chunk of child.stdout) {
    output += chunk;
    const [, url] = /: (http:\/\/\S+)\n/.exec(output) ?? [];
    if (url === undefined) continue;
    return {
      url,
      pid,
      spent: () => processorTime(pid),
      stop: async () => {
        // By a signal that it handles: Node writes its compile cache on exit.
        child.kill();
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${program} ended: ${output}`);
}
