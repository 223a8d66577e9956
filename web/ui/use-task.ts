import { useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';

type Failure<Name> = { failed: Name | null; error: unknown };
const none = { failed: null, error: null };

/**
 * Work started by buttons, one at a time: the name of the work in progress, and the last error
 * until it is cleared or the next work starts. A declined reauthentication is no error.
 * @param what names the work in the log of failures; omitted: it is not logged
 */
export function useTasks<Name extends string>(what?: string) {
  const [busy, setBusy] = useState<Name | null>(null);
  const [{ failed, error }, setFailure] = useState<Failure<Name>>(none);
  /** Resolves to true on success. */
  const run = async (name: Name, work: () => Promise<unknown>): Promise<boolean> => {
    setBusy(name);
    setFailure(none);
    let isDone = true;
    try {
      await work();
    } catch (cause) {
      isDone = false;
      if (!(cause instanceof ReauthenticationDeclined)) {
        if (what) logFailure(what, cause);
        setFailure({ failed: name, error: cause });
      }
    }
    setBusy(null);
    return isDone;
  };
  return {
    busy,
    /** The name of the work with the error. */
    failed,
    error,
    run,
    fail: (own: unknown) => setFailure({ failed: null, error: own }),
    forget: () => setFailure(none),
  };
}

/** The same for a single piece of work, which gets the arguments of `run`. */
export function useTask<Args extends unknown[]>(
  work: (...args: Args) => Promise<unknown>,
  what?: string,
) {
  const { busy, run, ...tasks } = useTasks<'work'>(what);
  return {
    ...tasks,
    isBusy: busy !== null,
    run: (...args: Args) => run('work', () => work(...args)),
  };
}
