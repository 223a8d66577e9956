import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { closeOverlay } from '../overlays.ts';

/** For somebody who was told of a change to the account that they did not make. */
export function RecoverDialog() {
  const ask = () => {
    closeOverlay();
    openSignIn('forgot');
  };
  return (
    <Dialog title="Recupera tu cuenta" width="narrow" onClose={closeOverlay}>
      <p>
        Pide un enlace para elegir una contraseña nueva. Al usarlo se cierran todas las sesiones de
        tu cuenta, también las de otras personas.
      </p>
      <Button onClick={ask}>Pedir un enlace</Button>
    </Dialog>
  );
}
