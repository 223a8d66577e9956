import type { Log } from './log.ts';

type Damage = { file: string } | { database: string };

/** Logs damage that was found: each file or database line once per process. */
export type DamageLog = {
  note(what: Damage): void;
  files(): string[];
  /** How many damages the last check of the database found; null: none was made yet. */
  inDatabase: number | null;
  /** Sets the log; damage noted before is written there, too. */
  writeTo(log: Pick<Log, 'error'>): void;
};

export function createDamageLog(): DamageLog {
  const noted = new Map<string, Damage>();
  let log: Pick<Log, 'error'> | null = null;
  return {
    note(what) {
      const name = JSON.stringify(what);
      if (noted.has(name)) return;
      noted.set(name, what);
      log?.error(what, 'damaged');
    },
    files: () => [...noted.values()].flatMap((what) => ('file' in what ? [what.file] : [])),
    inDatabase: null,
    writeTo(to) {
      log = to;
      for (const what of noted.values()) to.error(what, 'damaged');
    },
  };
}
