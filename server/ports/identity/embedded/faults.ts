import { AsyncLocalStorage } from 'node:async_hooks';

const noted = new AsyncLocalStorage<unknown[]>();

/** PostgreSQL and SQLite: a row names another that is gone. */
const BROKEN_REFERENCE = new Set(['23503', 'SQLITE_CONSTRAINT_FOREIGNKEY']);

/**
 * Runs a call of better-auth, which turns much of what goes wrong inside of it into some refusal:
 * with the database away it takes people for signed out.
 * @returns its answer, null when it threw, and what went wrong on the way
 */
export async function watchFaults<T>(
  call: () => Promise<T>,
): Promise<{ answer: T | null; faults: readonly unknown[] }> {
  const faults: unknown[] = [];
  const answer = await noted.run(faults, call).catch((fault: unknown) => {
    faults.push(fault);
    return null;
  });
  return { answer, faults };
}

/** Keeps what better-auth's log is told, for the call that it belongs to. */
export function noteFault(fault: unknown): void {
  noted.getStore()?.push(fault);
}

/** The account was removed between better-auth's reading and its writing. */
export function isAccountGone(fault: unknown): boolean {
  if (!(fault instanceof Error)) return false;
  const isBroken = 'code' in fault && BROKEN_REFERENCE.has(String(fault.code));
  return isBroken || isAccountGone(fault.cause);
}
