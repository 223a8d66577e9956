import type { Log } from './log.ts';

/** Logs damage that was found: each file or database line once per process. */
export type DamageLog = {
  note(what: { file: string } | { database: string }): void;
  /** Sets the log; damage noted before is written there, too. */
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
