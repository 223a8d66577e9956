import { useState } from 'react';
import { describeIdentityError } from '#web/identity/messages.ts';
import type { Account } from '#web/lib/account.ts';
import { logFailure } from '#web/lib/log.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import barStyles from '../AccountBar.module.css';
import { session } from '../current-session.ts';
import { openProfile } from '../overlays.ts';
import { RenewDialog } from './RenewDialog.tsx';
import styles from './SignedInBar.module.css';
import { useVerification } from './use-verification.ts';

type Props = {
  account: Account;
  onAdmin?: (() => void) | undefined;
};

export function SignedInBar({ account, onAdmin }: Props) {
  const verification = useVerification(account);
  const [isLeaving, setLeaving] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { isOpen, isSent, busy } = verification;
  const news = problem ? { tone: 'error' as const, text: problem } : verification.news;

  const signOut = async () => {
    setLeaving(true);
    setProblem(null);
    try {
      await session.signOut();
    } catch (error) {
      logFailure('sign-out', error);
      setProblem(describeIdentityError(error));
      setLeaving(false);
    }
  };

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
        <Button variant="secondary" className={styles.button} onClick={openProfile}>
          Mi Perfil
        </Button>
        <Button
          variant="secondary"
          className={styles.button}
          busy={isLeaving}
          onClick={() => void signOut()}
        >
          Cerrar Sesion
        </Button>
      </div>
      <div className={barStyles.news} role="status">
        {news && (
          <p className={news.tone === 'error' ? barStyles.error : barStyles.success}>
            {news.text}{' '}
            <button
              type="button"
              className={styles.dismiss}
              aria-label="Cerrar aviso"
              onClick={() => {
                setProblem(null);
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
      <span className={`rimmed ${styles.avatar}`} aria-hidden="true">
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
