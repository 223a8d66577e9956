import { readFileSync } from 'node:fs';
import { childrenOf } from '#server/testing/children.ts';

/** Memory of a process and its children, in megabytes (10⁶ bytes). */
export type Memory = {
  /** Private memory. */
  own: number;
  /** Including the pages of the Node executable that each process maps, counted once. */
  all: number;
};

/** Reads it from Linux's /proc. */
export function readMemory(pid: number): Memory {
  const parts = [pid, ...childrenOf(pid)].map(readParts);
  const own = parts.reduce((sum, part) => sum + part.own, 0);
  return { own, all: own + Math.max(...parts.map(({ shared }) => shared)) };
}

function readParts(pid: number): { own: number; shared: number } {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(text)?.[1]);
    const own = read('Private_Clean') + read('Private_Dirty');
    return { own: (own * 1024) / 1e6, shared: ((read('Rss') - own) * 1024) / 1e6 };
  } catch {
    return { own: 0, shared: 0 };
  }
}
