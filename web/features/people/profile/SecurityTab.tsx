import { useState } from 'react';
import { describeIdentityError } from '#web/identity/messages.ts';
import type { Account } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { session } from '../current-session.ts';
import { closeOverlay } from '../overlays.ts';
import { SecondFactorPart } from '../second-factor/SecondFactorPart.tsx';
import { SessionsPart } from '../sessions/SessionsPart.tsx';
import { DataCard } from './DataCard.tsx';
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
