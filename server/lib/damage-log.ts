import type { Log } from './log.ts';

/** Names what was found damaged, once for each thing while the process runs. */
export type DamageLog = {
  note(what: { file: string } | { database: string }): void;
  /** From now on it is written there; what was noted before as well. */
  writeTo(log: Pick<Log, 'error'>): void;
};

export function createDamageLog(): DamageLog {
  const noted = new Map<string, object>();
  let log: Pick<Log, 'error'> | null = null;
  return {
    note(what) {
      const name = JSON.stringify(what);
      if (noted.has(name)) return;
      noted.set(name, what);
      log?.error(what, 'damaged');
    },
    writeTo(to) {
      log = to;
      for (const what of noted.values()) to.error(what, 'damaged');
    },
  };
}
