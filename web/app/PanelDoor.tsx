import { useEffect, useLayoutEffect, useState } from 'react';
import { checkAdmin } from '#contract/people.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { type Panel, panel as store } from '#web/lib/levels.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { OwnerPanel } from './OwnerPanel.tsx';

type Props = { panel: Panel; onClose: () => void };

/** What the shop said of the account that stands before the panel. */
type Word = { uid: string; isAdmin: boolean; error?: unknown };

/** Lets admins into the panel, asks guests to sign in, and tells everybody else. */
export function PanelDoor({ panel, onClose }: Props) {
  const state = useAccountState();
  const account = accountOf(state);
  const [word, setWord] = useState<Word | null>(null);
  const uid = account?.uid;
  // Who was let in stays until they sign out, or somebody else signs in.
  if (uid && account.isAdmin && !(word?.isAdmin && word.uid === uid)) {
    setWord({ uid, isAdmin: true });
  }
  const isGuest = state.name === 'guest';
  const isIn = word?.isAdmin === true && (isGuest || word.uid === uid);
  const isTurnedAway = word?.isAdmin === false && word.uid === uid;
  const isSettled = isIn || isGuest || isTurnedAway;
  const isAsking = state.name === 'signedIn' && !isSettled;

  useLayoutEffect(() => {
    const now = store.get();
    if (now && now.isReady !== isSettled) store.set({ ...now, isReady: isSettled });
  }, [isSettled]);
  useEffect(() => {
    if (!isAsking || !uid) return;
    callApi(checkAdmin).then(
      ({ isAdmin }) => setWord({ uid, isAdmin }),
      (error: unknown) => setWord({ uid, isAdmin: false, error }),
    );
  }, [isAsking, uid]);
  useEffect(() => {
    if (isGuest && !isIn) openSignIn();
  }, [isGuest, isIn]);

  if (isIn) return <OwnerPanel panel={panel} onClose={onClose} />;
  if (!isGuest && !isTurnedAway) return null;
  return (
    <Dialog title="Panel de administración" width="narrow" onClose={onClose}>
      {isGuest && <p>Inicia sesión con una cuenta de administración para ver esta página.</p>}
      {isTurnedAway && !word.error && (
        <p>
          Esta página es para quien administra la tienda. Tu cuenta no tiene permiso para verla.
        </p>
      )}
      {isTurnedAway && word.error !== undefined && (
        <Failure
          error={word.error}
          text={describeFailure('No pudimos comprobar tus permisos', word.error)}
          onRetry={() => setWord(null)}
        />
      )}
      <Actions>
        <Button variant={isGuest ? 'secondary' : 'primary'} onClick={onClose}>
          {isGuest ? 'Volver a la tienda' : 'Entendido'}
        </Button>
        {isGuest && <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>}
      </Actions>
    </Dialog>
  );
}
