import { expect, vi } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { runShop } from '#server/start-shop.ts';

/** Starts a shop that fails to start, within this process. @returns its error output */
export async function failToStart(env: Record<string, string>): Promise<string> {
  const mask = process.umask();
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  await expect(runShop(() => loadConfig(env))).rejects.toThrow('exit 1');
  const says = write.mock.calls.map(([text]) => text).join('');
  process.umask(mask);
  write.mockRestore();
  exit.mockRestore();
  return says;
}
