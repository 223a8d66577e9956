import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type BetterSqlite from 'better-sqlite3';
import { childrenOf } from '#server/testing/children.ts';
import { readMemory } from '../orders/memory.ts';

export type Sample = Record<string, number>;
type Source = { pid: number; folder: string; database: BetterSqlite.Database };

/** Counts a shop's resources: memory, handles, files and rows. */
export function takeSample({ pid, folder, database }: Source): Sample {
  const memory = readMemory(pid);
  const sample: Sample = {
    'memory, its own, MB': memory.own,
    'memory, with the program, MB': memory.all,
    'open handles': countEntries(`/proc/${pid}/fd`),
    threads: countEntries(`/proc/${pid}/task`),
    'other processes': childrenOf(pid).length,
  };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const [top = '', below = '', ...deeper] = path.slice(folder.length + 1).split('/');
    const isDatabase = deeper.length === 0 && below.startsWith('shop.sqlite');
    const name = isDatabase
      ? `${below}, MB`
      : `files in ${deeper.length > 0 ? `${top}/${below}` : top}`;
    sample[name] = (sample[name] ?? 0) + (isDatabase ? size / 1e6 : 1);
  }
  const tables = database
    .prepare<[], string>("select name from sqlite_schema where type = 'table' order by name")
    .pluck();
  for (const table of tables.all()) {
    if (/^sqlite_|_(config|data|docsize|idx|content)$/.test(table)) continue;
    const count = database.prepare<[], number>(`select count(*) from "${table}"`).pluck();
    sample[`rows of ${table}`] = count.get() ?? 0;
  }
  return sample;
}

function countEntries(folder: string): number {
  return readdirSync(folder).length;
}

/** Relative change between two thirds that is not counted as growth. */
const NOISE = 0.05;

/** Returns a table with the means of the middle and the last third, and the growth per day. */
export function compareThirds(samples: readonly Sample[]): string {
  const third = Math.floor(samples.length / 3);
  const names = [...new Set(samples.flatMap(Object.keys))];
  const rows = names.flatMap((name) => {
    const values = samples.map((sample) => sample[name] ?? 0);
    const [middle, last] = [values.slice(third, 2 * third), values.slice(-third)].map(meanOf);
    if (middle === undefined || last === undefined || (middle === 0 && last === 0)) return [];
    const isFlat = last - middle <= Math.max(NOISE * middle, 0.5);
    const verdict = isFlat ? 'flat' : `+${((last - middle) / third).toFixed(2)} a day`;
    return [[name, values[0] ?? 0, middle, last].map(spell).concat(verdict)];
  });
  const head = '| | day 1 | middle third | last third | |\n|---|--:|--:|--:|---|';
  return [head, ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');
}

function spell(value: string | number): string {
  return typeof value === 'string' ? value : value.toFixed(1);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
