import { useState } from 'react';
import * as z from 'zod/mini';
import { eraseProfile, exportProfile } from '#contract/privacy/privacy.ts';
import { session } from '#web/features/people/current-session.ts';
import { OTHER_ACCOUNT } from '#web/features/people/fresh-sign-in/FreshSignInDialog.tsx';
import { SecondFactorPart } from '#web/features/people/second-factor/SecondFactorPart.tsx';
import { SessionsPart } from '#web/features/people/sessions/SessionsPart.tsx';
import { IdentityProblem } from '#web/features/people/sign-in/credential-fields.tsx';
import { type Account, accountOf, accountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay } from '#web/lib/overlays.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { withReauthentication } from '#web/lib/with-reauthentication.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask, useTasks } from '#web/ui/use-task.ts';
import styles from './Profile.module.css';

const SENT = 'Se ha enviado un email para cambiar tu contraseña';
const NOT_SENT = 'Error al enviar el email de cambio de contraseña';

export function SecurityTab({ account }: { account: Account }) {
  const [isSent, setSent] = useState(false);
  const { busy, failed, error, run } = useTasks<'mail' | 'leave'>('security');
  const mail = () =>
    void run('mail', async () => {
      setSent(false);
      await session.sendPasswordReset(account.email);
      setSent(true);
    });
  const leave = () =>
    void run('leave', async () => {
      setSent(false);
      await session.signOut();
      closeOverlay();
    });
  return (
    <>
      {isSent && <Notice tone="success">{SENT}</Notice>}
      <IdentityProblem error={failed === 'mail' ? NOT_SENT : error} />
      <section className="box">
        <h3 className="part-title">Contraseña</h3>
        <p>
          Te enviamos un correo con un enlace para elegir una contraseña nueva. Al cambiarla se
          cierran todas tus sesiones.
        </p>
        <div className="row">
          <Button busy={busy === 'mail'} disabled={busy !== null} onClick={mail}>
            Cambiar contraseña
          </Button>
        </div>
      </section>
      <section className="box">
        <h3 className="part-title">Sesión</h3>
        <p>Al cerrar sesión se borra de este navegador el pedido que tengas a medias.</p>
        <div className="row">
          <Button
            variant="secondary"
            busy={busy === 'leave'}
            disabled={busy !== null}
            onClick={leave}
          >
            Cerrar Sesion
          </Button>
        </div>
      </section>
      <DataCard account={account} />
      {/* Last: they move what is below them when they have loaded. */}
      <SecondFactorPart account={account} />
      <SessionsPart account={account} />
    </>
  );
}

const wholeFile = z.looseObject({ success: z.literal(true) });

function DataCard({ account }: { account: Account }) {
  const [isErasing, setErasing] = useState(false);
  const { isBusy, error, run } = useTask(async () => {
    const data = await withReauthentication(() => callApi({ ...exportProfile, answer: wholeFile }));
    saveFile(new Blob([JSON.stringify(data, null, 2)]), 'mis-datos.json');
  }, 'data export');

  return (
    <section className="box">
      <h3 className="part-title">Tus datos</h3>
      <p>
        Descarga todo lo que guardamos de ti, o elimina tu cuenta con tus datos. Los pedidos
        conservan su número y sus montos, sin tu nombre.
      </p>
      <Problem error={error} text="No pudimos preparar tus datos. Intenta de nuevo" />
      <div className="row">
        <Button variant="secondary" busy={isBusy} onClick={run}>
          {isBusy ? 'Descargando...' : 'Descargar mis datos'}
        </Button>
        <Button variant="secondary" className={styles.danger} onClick={() => setErasing(true)}>
          Eliminar mi cuenta
        </Button>
      </div>
      {isErasing && <EraseDialog account={account} onClose={() => setErasing(false)} />}
    </section>
  );
}

type Props = { account: Account; onClose: () => void };

function EraseDialog({ account, onClose }: Props) {
  const [{ uid }] = useState(account);
  const [isDone, setDone] = useState(false);
  const { isBusy, error, run } = useTask(async () => {
    await withReauthentication(async () => {
      const isAnother = accountOf(accountState.get())?.uid !== uid;
      if (isAnother) throw new Error(OTHER_ACCOUNT);
      return callApi(eraseProfile);
    });
    setDone(true);
  }, 'account erasure');

  /** The session has ended on the server, but this browser does not know yet. */
  const leave = () => {
    closeOverlay();
    void session.signOut().catch((error: unknown) => logFailure('sign-out', error));
  };

  if (isDone) {
    return (
      <Dialog title="Cuenta eliminada" width="narrow" onClose={leave}>
        <p>Borramos tu cuenta y tus datos.</p>
        <Actions>
          <Button data-autofocus onClick={leave}>
            Cerrar
          </Button>
        </Actions>
      </Dialog>
    );
  }
  return (
    <ConfirmDialog
      title="¿Eliminar tu cuenta?"
      confirm="Eliminar mi cuenta"
      cancel="Volver"
      busy={isBusy}
      onConfirm={run}
      onCancel={onClose}
    >
      <Problem error={error} text="No pudimos eliminar tu cuenta. Intenta de nuevo" />
      <p>
        Borramos para siempre tu cuenta, tu dirección, tus imágenes y tus datos en los pedidos. De
        cada pedido quedan solo su número, la fecha, la comuna y los montos.
      </p>
      <p>No se puede deshacer.</p>
    </ConfirmDialog>
  );
}
