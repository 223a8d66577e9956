import { useEffect } from 'react';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { createLoader } from '#web/lib/loader.ts';
import { useStore } from '#web/lib/store.ts';
import { answerQuestion, questions } from '#web/lib/with-reauthentication.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { FreshSignInDialog } from './fresh-sign-in/FreshSignInDialog.tsx';

const windows = createLoader(
  'second factor',
  () => import('./second-factor/SecondFactorDialog.tsx'),
);

const answerSignIn = (isDone: boolean) => answerQuestion('fresh_sign_in_required', isDone);
const answerFactor = (isDone: boolean) => answerQuestion('second_factor_required', isDone);

/** A request of a window that has closed is not repeated. */
function dismiss() {
  answerSignIn(false);
  answerFactor(false);
}

/**
 * Asks for what refused requests wait for: the second factor, and a fresh sign-in over it.
 * @param onNoFactor the owner gave up passing the second factor
 */
export function Reauthentication({ onNoFactor }: { onNoFactor?: () => void }) {
  const account = accountOf(useAccountState());
  const isSignInAsked = useStore(questions.fresh_sign_in_required) !== null;
  const isFactorAsked = useStore(questions.second_factor_required) !== null;
  useEffect(() => {
    dismiss();
    return dismiss;
  }, []);
  if (!account) return null;
  const giveUp = () => {
    answerFactor(false);
    onNoFactor?.();
  };
  return (
    <>
      {isFactorAsked && (
        <Loaded loader={windows} onGiveUp={giveUp}>
          {({ SecondFactorDialog }) => (
            <SecondFactorDialog
              account={account}
              onPassed={() => answerFactor(true)}
              onClose={giveUp}
            />
          )}
        </Loaded>
      )}
      {isSignInAsked && (
        <FreshSignInDialog
          account={account}
          onDone={() => answerSignIn(true)}
          onClose={() => answerSignIn(false)}
        />
      )}
    </>
  );
}
