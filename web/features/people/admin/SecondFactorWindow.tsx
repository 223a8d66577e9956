import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { secondFactorNeeded } from '#web/features/admin/call-admin.ts';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { createLoader } from '#web/lib/loader.ts';
import { useStore } from '#web/lib/store.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

const windows = createLoader(
  'second factor',
  () => import('../second-factor/SecondFactorDialog.tsx'),
);

/** Stands over the panel from the first refused call until the session has passed. */
export function SecondFactorWindow({ onGiveUp }: { onGiveUp: () => void }) {
  const client = useQueryClient();
  const isNeeded = useStore(secondFactorNeeded);
  const account = accountOf(useAccountState());
  useEffect(() => () => secondFactorNeeded.set(false), []);
  if (!isNeeded || !account) return null;
  const pass = () => {
    secondFactorNeeded.set(false);
    void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  };
  return (
    <Loaded loader={windows} onGiveUp={onGiveUp}>
      {({ SecondFactorDialog }) => (
        <SecondFactorDialog account={account} onPassed={pass} onClose={onGiveUp} />
      )}
    </Loaded>
  );
}
