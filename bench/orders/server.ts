import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { processEnv } from '#server/testing/process.ts';
import { processorTime } from './processor-time.ts';

/** A server in a process of its own. */
export type Server = {
  url: string;
  /** Processor time that it has taken so far, in milliseconds. */
  spent: () => number;
  stop: () => Promise<void>;
};

/** The flags of `scripts/serve.sh`. */
const FLAGS = ['--max-semi-space-size=1', '--expose-gc'];

/** Starts a program that prints its address. */
export async function startServer(program: string, env: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, [...FLAGS, program], {
    env: { ...processEnv, ...env },
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
      spent: () => processorTime(pid),
      stop: async () => {
        child.kill('SIGKILL');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${program} ended: ${output}`);
}
