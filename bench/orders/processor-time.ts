import { readFileSync } from 'node:fs';
import { childrenOf } from '#server/testing/children.ts';

/** Linux counts in units of 10 ms. */
const TICK_MS = 10;

/** Returns the CPU time of a process and its children so far, in milliseconds. */
export function processorTime(pid: number): number {
  return [pid, ...childrenOf(pid)].reduce((sum, id) => sum + ticksOf(id, id === pid), 0) * TICK_MS;
}

/** The parent's time includes that of children that have exited. */
function ticksOf(pid: number, withGone: boolean): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = fields.slice(11, 15).map(Number);
    return user + system + (withGone ? goneUser + goneSystem : 0);
  } catch {
    return 0;
  }
}
