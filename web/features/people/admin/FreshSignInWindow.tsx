import { useEffect, useEffectEvent } from 'react';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { freshSignInRunner } from '#web/lib/reauthentication.ts';
import { useFreshSignIn } from '../use-fresh-sign-in.tsx';

/** Stands over the panel while a call waits for its user to sign in again. */
export function FreshSignInWindow() {
  const account = accountOf(useAccountState());
  return account && <Asking account={account} />;
}

function Asking({ account }: { account: Account }) {
  const { withFreshSignIn, freshSignIn } = useFreshSignIn(account);
  const run = useEffectEvent(<T,>(call: () => Promise<T>) => withFreshSignIn(call));
  useEffect(() => {
    freshSignInRunner.set((call) => run(call));
    return () => freshSignInRunner.set(null);
  }, []);
  return freshSignIn;
}
