import { useEffect, useEffectEvent, useState } from 'react';
import barStyles from '#web/features/people/AccountBar.module.css';
import { session } from '#web/features/people/current-session.ts';
import { isGoogleUser } from '#web/features/people/session.ts';
import { describeIdentityError, isMendedBySignIn } from '#web/identity/describe-error.ts';
import type { Account } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { openProfile } from '#web/lib/overlays.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { useTask, useTasks } from '#web/ui/use-task.ts';
import { RenewDialog } from './RenewDialog.tsx';
import styles from './SignedInBar.module.css';

type Props = { account: Account; onAdmin?: (() => void) | undefined };

export function SignedInBar({ account, onAdmin }: Props) {
  const verification = useVerification(account);
  const leaving = useTask(session.signOut, 'sign-out');
  const { isOpen, isSent, busy } = verification;
  const news =
    leaving.error === null
      ? verification.news
      : { tone: 'error' as const, text: describeIdentityError(leaving.error) };

  return (
    <>
      <Person email={account.email} isUnverified={isOpen} />
      <div className={styles.actions}>
        {isOpen && (
          <Button
            variant="secondary"
            className={styles.button}
            busy={busy === 'send'}
            disabled={isSent}
            onClick={verification.send}
          >
            {isSent ? 'Enviado' : 'Verificar'}
          </Button>
        )}
        {isOpen && isSent && (
          <Button
            variant="secondary"
            className={styles.button}
            busy={busy === 'refresh'}
            onClick={verification.refresh}
          >
            Refrescar
          </Button>
        )}
        {account.isAdmin && onAdmin && (
          <Button variant="secondary" className={styles.button} onClick={onAdmin}>
            Admin
          </Button>
        )}
        <Button variant="secondary" className={styles.button} onClick={() => openProfile()}>
          Mi Perfil
        </Button>
        <Button
          variant="secondary"
          className={styles.button}
          busy={leaving.isBusy}
          onClick={leaving.run}
        >
          Cerrar Sesion
        </Button>
      </div>
      <div className={barStyles.news} role="status">
        {news && (
          <p
            className={`${styles.news} ${news.tone === 'error' ? barStyles.error : barStyles.success}`}
          >
            <span>{news.text}</span>{' '}
            <button
              type="button"
              className={`round ${styles.dismiss}`}
              aria-label="Cerrar aviso"
              onClick={() => {
                leaving.forget();
                verification.dismiss();
              }}
            >
              <Icon name="cross" />
            </button>
          </p>
        )}
      </div>
      {verification.mendable && (
        <RenewDialog problem={verification.mendable} onClose={verification.keepSession} />
      )}
    </>
  );
}

function Person({ email, isUnverified }: { email: string; isUnverified: boolean }) {
  return (
    <p className={styles.person}>
      <span className={`disc ${styles.avatar}`} aria-hidden="true">
        {email.charAt(0).toUpperCase()}
      </span>
      <span className={styles.email} title={email}>
        {email}
      </span>
      {isUnverified && (
        <span
          className={styles.warning}
          role="img"
          aria-label="Cuenta sin verificar"
          title="Cuenta sin verificar"
        >
          <Icon name="warning" />
        </span>
      )}
    </p>
  );
}

const POLL_MS = 30_000;

type News = { tone: 'success' | 'error'; text: string };

/** Returns the verification's state; while open, read every 30 s and when the page is shown. */
function useVerification({ email, emailVerified, providers }: Account) {
  const isOpen = !emailVerified && !isGoogleUser({ providers });
  const [isSent, setSent] = useState(false);
  const { busy, run } = useTasks<'send' | 'refresh'>();
  const [news, setNews] = useState<News | null>(null);
  /** An error that logging out and in again would resolve. */
  const [mendable, setMendable] = useState<string | null>(null);

  if (!isOpen && isSent) {
    setSent(false);
    setNews({ tone: 'success', text: '¡Listo! Tu email quedó verificado.' });
  }

  const fail = (error: unknown) => {
    logFailure('verification', error);
    const text = describeIdentityError(error);
    if (isMendedBySignIn(error)) setMendable(text);
    else setNews({ tone: 'error', text });
  };

  const poll = useEffectEvent(() => {
    session.poll().catch((error: unknown) => logFailure('polling', error));
  });
  useEffect(() => {
    if (!isOpen) return;
    const timer = setInterval(() => poll(), POLL_MS);
    const onReturn = () => document.visibilityState === 'visible' && poll();
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [isOpen]);

  const attempt = (kind: 'send' | 'refresh', work: () => Promise<void>) => {
    setNews(null);
    void run(kind, () => work().catch(fail));
  };

  return {
    isOpen,
    isSent,
    busy,
    news,
    mendable,
    send: () =>
      attempt('send', async () => {
        await session.sendVerification();
        setSent(true);
        const text = `Te enviamos un correo a ${email}. Abre el enlace en este mismo navegador para verificar tu cuenta.`;
        setNews({ tone: 'success', text });
      }),
    refresh: () =>
      attempt('refresh', async () => {
        const user = await session.reload();
        if (user && !user.emailVerified) {
          const text = 'Tu email aún no está verificado. Revisa tu correo y el correo no deseado.';
          setNews({ tone: 'error', text });
        }
      }),
    dismiss: () => setNews(null),
    keepSession: () => setMendable(null),
  };
}
