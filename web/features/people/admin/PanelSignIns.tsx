import { useEffect, useEffectEvent } from 'react';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { createLoader } from '#web/lib/loader.ts';
import { freshSignInRunner } from '#web/lib/reauthentication.ts';
import { useStore } from '#web/lib/store.ts';
import { answerSecondFactor, secondFactorQuestion } from '#web/panel/call-admin.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { useFreshSignIn } from '../use-fresh-sign-in.tsx';

const windows = createLoader(
  'second factor',
  () => import('../second-factor/SecondFactorDialog.tsx'),
);

/** Covers the panel after a refused request until the session has passed the second factor. */
export function SecondFactorWindow({ onGiveUp }: { onGiveUp: () => void }) {
  const question = useStore(secondFactorQuestion);
  const account = accountOf(useAccountState());
  // A request of a panel that has closed is not repeated.
  useEffect(() => {
    answerSecondFactor(false);
    return () => answerSecondFactor(false);
  }, []);
  if (!question || !account) return null;
  return (
    <Loaded loader={windows} onGiveUp={onGiveUp}>
      {({ SecondFactorDialog }) => (
        <SecondFactorDialog
          account={account}
          onPassed={() => answerSecondFactor(true)}
          onClose={onGiveUp}
        />
      )}
    </Loaded>
  );
}

/** Covers the panel while a request waits for a fresh sign-in. */
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
