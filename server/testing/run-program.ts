import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { processEnv } from './process.ts';

/** Runs a program of the server to its end. */
export async function runProgram(
  program: string,
  args: readonly string[],
  env: Record<string, string>,
): Promise<{ code: number | null; says: string }> {
  const child = spawn(process.execPath, [program, ...args], { env: { ...processEnv, ...env } });
  const says = Promise.all([text(child.stdout), text(child.stderr)]);
  await once(child, 'close');
  return { code: child.exitCode, says: (await says).join('') };
}
