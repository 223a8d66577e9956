import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { accountOf, loadSecondFactor, useAccountState } from '#web/features/accounts/index.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import { secondFactorNeeded } from './calls/second-factor-needed.ts';

/** Stands over the panel from the first refused call until the session has passed. */
export function SecondFactorWindow({ onGiveUp }: { onGiveUp: () => void }) {
  const client = useQueryClient();
  const isNeeded = useSyncExternalStore(
    secondFactorNeeded.subscribe,
    secondFactorNeeded.get,
    () => false,
  );
  const account = accountOf(useAccountState());
  useEffect(() => () => secondFactorNeeded.set(false), []);
  if (!isNeeded || !account) return null;
  const pass = () => {
    secondFactorNeeded.set(false);
    void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  };
  return (
    <Loaded load={loadSecondFactor} onGiveUp={onGiveUp}>
      {({ SecondFactorDialog }) => (
        <SecondFactorDialog account={account} onPassed={pass} onClose={onGiveUp} />
      )}
    </Loaded>
  );
}
