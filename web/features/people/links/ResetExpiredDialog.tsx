import { identityMessages } from '#web/identity/messages.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { closeOverlay } from '../overlays.ts';

export function ResetExpiredDialog() {
  const ask = () => {
    closeOverlay();
    openSignIn('forgot');
  };
  return (
    <Dialog title="El enlace ya no sirve" width="narrow" onClose={closeOverlay}>
      <p>{identityMessages['link-expired']}</p>
      <Button onClick={ask}>Pedir un enlace nuevo</Button>
    </Dialog>
  );
}
