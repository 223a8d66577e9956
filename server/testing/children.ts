import { readdirSync, readFileSync } from 'node:fs';

/** Returns the ids of a process's running children (Linux). */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((id) => {
      const [state, parentId] = statusOf(id);
      return Number(parentId) === parent && state !== 'Z';
    });
}

/** Returns state and parent; they follow the name, which may contain any character. */
function statusOf(id: number): string[] {
  try {
    const text = readFileSync(`/proc/${id}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    return [];
  }
}

/**
 * Returns a process's program and arguments, each followed by U+0000; empty once it has ended
 * (Linux).
 */
export function commandOf(id: number): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
