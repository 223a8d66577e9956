import { type ReactElement, useState } from 'react';
import type { Account } from '#web/lib/account.ts';
import { Refusal } from '#web/lib/api.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { FreshSignInDialog } from './fresh-sign-in/FreshSignInDialog.tsx';

type FreshSignIn = {
  /**
   * Runs a request, and retries it after a fresh sign-in if required.
   *
   * @throws ReauthenticationDeclined
   */
  withFreshSignIn: <T>(call: () => Promise<T>) => Promise<T>;
  /** The sign-in window, to be rendered by the caller. */
  freshSignIn: ReactElement | null;
};

/** A question to the account's owner; its window is open while there is an `answer` to give. */
export function useQuestion() {
  const [answer, setAnswer] = useState<((isDone: boolean) => void) | null>(null);

  /** @throws ReauthenticationDeclined */
  const ask = async (): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    setAnswer(() => resolve);
    const isDone = await promise;
    setAnswer(null);
    if (!isDone) throw new ReauthenticationDeclined();
  };
  return { ask, answer };
}

export function useFreshSignIn(account: Account): FreshSignIn {
  const { ask, answer } = useQuestion();

  return {
    withFreshSignIn: async (call) => {
      try {
        return await call();
      } catch (error) {
        if (!isTooOld(error)) throw error;
      }
      await ask();
      return call();
    },
    freshSignIn: answer && (
      <FreshSignInDialog
        account={account}
        onDone={() => answer(true)}
        onClose={() => answer(false)}
      />
    ),
  };
}

function isTooOld(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'fresh_sign_in_required';
}
