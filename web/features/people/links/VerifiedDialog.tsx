import { useEffect, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { session } from '../current-session.ts';
import { closeOverlay } from '../overlays.ts';

type Finding =
  | { name: 'looking' | 'signedOut' | 'unclear' }
  | { name: 'verified' | 'unverified'; email: string };

async function look(): Promise<Finding> {
  const user = await session.links.afterVerification();
  if (!user) return { name: 'signedOut' };
  return { name: user.emailVerified ? 'verified' : 'unverified', email: user.email };
}

/** Where the verification mail's link ends; what it says is what the provider says now. */
export function VerifiedDialog() {
  const [finding, setFinding] = useState<Finding>({ name: 'looking' });
  useEffect(() => {
    look().then(setFinding, (error: unknown) => {
      logFailure('verification', error);
      setFinding({ name: 'unclear' });
    });
  }, []);
  const signIn = () => {
    closeOverlay();
    openSignIn();
  };
  return (
    <Dialog title="Verificación de tu email" width="narrow" onClose={closeOverlay}>
      {finding.name === 'looking' && (
        <p role="status">
          <Spinner /> Comprobando…
        </p>
      )}
      {finding.name === 'verified' && (
        <>
          <Notice tone="success">¡Listo! Verificaste {finding.email}.</Notice>
          <p>Si pediste antes sin cuenta con este email, ya ves esos pedidos en tu perfil.</p>
          <Button onClick={closeOverlay}>Continuar</Button>
        </>
      )}
      {finding.name === 'unverified' && (
        <>
          <Notice tone="error">{finding.email} todavía no está verificado.</Notice>
          <p>Pide un enlace nuevo con el botón Verificar, arriba en la página.</p>
          <Button onClick={closeOverlay}>Entendido</Button>
        </>
      )}
      {finding.name === 'signedOut' && (
        <>
          <p>Inicia sesión para ver si tu email quedó verificado.</p>
          <Button onClick={signIn}>Iniciar Sesión</Button>
        </>
      )}
      {finding.name === 'unclear' && (
        <>
          <Notice tone="error">No pudimos comprobar la verificación. Intenta de nuevo.</Notice>
          <Button onClick={closeOverlay}>Cerrar</Button>
        </>
      )}
    </Dialog>
  );
}
