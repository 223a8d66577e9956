import { useState } from 'react';
import * as z from 'zod/mini';
import { eraseProfile, exportProfile } from '#contract/privacy.ts';
import { session } from '#web/features/people/current-session.ts';
import { OTHER_ACCOUNT } from '#web/features/people/fresh-sign-in/FreshSignInDialog.tsx';
import { SecondFactorPart } from '#web/features/people/second-factor/SecondFactorPart.tsx';
import { SessionsPart } from '#web/features/people/sessions/SessionsPart.tsx';
import { useReauthentication } from '#web/features/people/use-reauthentication.tsx';
import { describeIdentityError } from '#web/identity/messages.ts';
import { type Account, accountOf, accountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { closeOverlay } from '#web/lib/overlays.ts';
import { ReauthenticationDeclined } from '#web/lib/reauthentication.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Profile.module.css';

const SENT = 'Se ha enviado un email para cambiar tu contraseña';
const NOT_SENT = 'Error al enviar el email de cambio de contraseña';

type News = { tone: 'success' | 'error'; text: string };

export function SecurityTab({ account }: { account: Account }) {
  const [busy, setBusy] = useState<'mail' | 'leave' | null>(null);
  const [news, setNews] = useState<News | null>(null);

  const attempt = async (kind: 'mail' | 'leave', work: () => Promise<News | null>) => {
    setBusy(kind);
    setNews(null);
    setNews(await work());
    setBusy(null);
  };

  const sendMail = async (): Promise<News> => {
    try {
      await session.sendPasswordReset(account.email);
      return { tone: 'success', text: SENT };
    } catch (error) {
      logFailure('password mail', error);
      return { tone: 'error', text: NOT_SENT };
    }
  };

  const leave = async (): Promise<News | null> => {
    try {
      await session.signOut();
      closeOverlay();
      return null;
    } catch (error) {
      logFailure('sign-out', error);
      return { tone: 'error', text: describeIdentityError(error) };
    }
  };

  return (
    <>
      {news && <Notice tone={news.tone}>{news.text}</Notice>}
      <section className={styles.card}>
        <h3 className={styles.heading}>Contraseña</h3>
        <p>
          Te enviamos un correo con un enlace para elegir una contraseña nueva. Al cambiarla se
          cierran todas tus sesiones.
        </p>
        <div className={styles.actions}>
          <Button
            busy={busy === 'mail'}
            disabled={busy !== null}
            onClick={() => void attempt('mail', sendMail)}
          >
            Cambiar contraseña
          </Button>
        </div>
      </section>
      <SecondFactorPart account={account} />
      <SessionsPart account={account} />
      <section className={styles.card}>
        <h3 className={styles.heading}>Sesión</h3>
        <p>Al cerrar sesión se borra de este navegador el pedido que tengas a medias.</p>
        <div className={styles.actions}>
          <Button
            variant="secondary"
            busy={busy === 'leave'}
            disabled={busy !== null}
            onClick={() => void attempt('leave', leave)}
          >
            Cerrar Sesion
          </Button>
        </div>
      </section>
      <DataCard account={account} />
    </>
  );
}

const wholeFile = z.looseObject({ success: z.literal(true) });

function DataCard({ account }: { account: Account }) {
  const [isBusy, setBusy] = useState(false);
  const [isErasing, setErasing] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { withReauthentication, reauthentication } = useReauthentication(account);

  const download = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const data = await withReauthentication(() =>
        callApi({ ...exportProfile, answer: wholeFile }),
      );
      saveFile(new Blob([JSON.stringify(data, null, 2)]), 'mis-datos.json');
    } catch (error) {
      if (!(error instanceof ReauthenticationDeclined)) {
        logFailure('data export', error);
        setProblem(error instanceof Error ? error.message : '');
      }
    }
    setBusy(false);
  };

  return (
    <section className={styles.card}>
      <h3 className={styles.heading}>Tus datos</h3>
      <p>
        Descarga todo lo que guardamos de ti, o elimina tu cuenta con tus datos. Los pedidos
        conservan su número y sus montos, sin tu nombre.
      </p>
      {problem !== null && (
        <Notice tone="error">{problem || 'No pudimos preparar tus datos. Intenta de nuevo'}</Notice>
      )}
      <div className={styles.actions}>
        <Button variant="secondary" busy={isBusy} onClick={() => void download()}>
          {isBusy ? 'Descargando...' : 'Descargar mis datos'}
        </Button>
        <Button variant="secondary" className={styles.danger} onClick={() => setErasing(true)}>
          Eliminar mi cuenta
        </Button>
      </div>
      {isErasing && <EraseDialog account={account} onClose={() => setErasing(false)} />}
      {reauthentication}
    </section>
  );
}

type Props = { account: Account; onClose: () => void };

function EraseDialog({ account, onClose }: Props) {
  const [{ uid }] = useState(account);
  const [state, setState] = useState<'asking' | 'busy' | 'done'>('asking');
  const [problem, setProblem] = useState<string | null>(null);
  const { withReauthentication, reauthentication } = useReauthentication(account);

  const erase = async () => {
    setState('busy');
    setProblem(null);
    try {
      await withReauthentication(async () => {
        const isAnother = accountOf(accountState.get())?.uid !== uid;
        if (isAnother) throw new Error(OTHER_ACCOUNT);
        return callApi(eraseProfile);
      });
      setState('done');
    } catch (error) {
      setState('asking');
      if (error instanceof ReauthenticationDeclined) return;
      logFailure('account erasure', error);
      const text = error instanceof Error ? error.message : '';
      setProblem(text || 'No pudimos eliminar tu cuenta. Intenta de nuevo');
    }
  };

  /** The session has ended on the server, but this browser does not know yet. */
  const leave = () => {
    closeOverlay();
    void session.signOut().catch((error: unknown) => logFailure('sign-out', error));
  };

  if (state === 'done') {
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
      focus="cancel"
      busy={state === 'busy'}
      onConfirm={() => void erase()}
      onCancel={onClose}
    >
      {problem && <Notice tone="error">{problem}</Notice>}
      <p>
        Borramos para siempre tu cuenta, tu dirección, tus imágenes y tus datos en los pedidos. De
        cada pedido quedan solo su número, la fecha, la comuna y los montos.
      </p>
      <p>No se puede deshacer.</p>
      {reauthentication}
    </ConfirmDialog>
  );
}
