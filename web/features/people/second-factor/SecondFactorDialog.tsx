import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Account } from '#web/lib/account.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { EnrolDialog } from './EnrolDialog.tsx';
import { PassDialog } from './PassDialog.tsx';
import { secondFactorKey, useSecondFactor } from './use-second-factor.ts';

type Props = { account: Account; onPassed: () => void; onClose: () => void };

/** Asks for the second factor, or enrols one. */
export function SecondFactorDialog({ account, onPassed, onClose }: Props) {
  const state = useSecondFactor(account);
  const { data } = state;
  const [isEnrolling, setEnrolling] = useState(false);
  const client = useQueryClient();
  // Stays in the enrolment, because it shows the recovery codes once, after enabling.
  if (data && !data.enrolled && !isEnrolling) setEnrolling(true);
  if (data?.enrolled && !isEnrolling) {
    const pass = () => {
      // A recovery code may have been used.
      void client.invalidateQueries({ queryKey: secondFactorKey(account) });
      onPassed();
    };
    return <PassDialog onPassed={pass} onClose={onClose} />;
  }
  if (data) {
    return (
      <EnrolDialog
        account={account}
        isRequired={data.required}
        onDone={onPassed}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog title="Verificación en dos pasos" width="narrow" onClose={onClose}>
      <LoadState query={state} lines={2} height="3rem" />
    </Dialog>
  );
}
