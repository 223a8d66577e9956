import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Account } from '#web/lib/account.ts';
import { Refusal } from '#web/lib/api.ts';
import { PassDialog } from './second-factor/PassDialog.tsx';
import { secondFactorKey } from './second-factor/use-second-factor.ts';
import { useFreshSignIn, useQuestion } from './use-fresh-sign-in.tsx';

type Reauthentication = {
  /**
   * Runs a request, and retries it after a fresh sign-in and a code of the second factor if the
   * shop requires them.
   *
   * @throws ReauthenticationDeclined
   */
  withReauthentication: <T>(call: () => Promise<T>) => Promise<T>;
  /** The window that asks, to be rendered by the caller. */
  reauthentication: ReactNode;
};

/** For requests outside the panel, which has its own window for the second factor. */
export function useReauthentication(account: Account): Reauthentication {
  const { withFreshSignIn, freshSignIn } = useFreshSignIn(account);
  const { ask, answer } = useQuestion();
  const client = useQueryClient();

  return {
    withReauthentication: async (call) => {
      try {
        return await withFreshSignIn(call);
      } catch (error) {
        if (!isCodeRequired(error)) throw error;
      }
      await ask();
      // A recovery code may have been used.
      void client.invalidateQueries({ queryKey: secondFactorKey(account) });
      return withFreshSignIn(call);
    },
    reauthentication: answer ? (
      <PassDialog onPassed={() => answer(true)} onClose={() => answer(false)} />
    ) : (
      freshSignIn
    ),
  };
}

function isCodeRequired(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'second_factor_required';
}
