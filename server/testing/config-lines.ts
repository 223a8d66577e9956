import { ConfigError, loadConfig } from '#server/config.ts';

/** Returns what a shop with these variables is told at its start; none: it starts. */
export function linesOf(env: Record<string, string>): string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n');
    throw error;
  }
}
