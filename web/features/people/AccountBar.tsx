import { useId, useState } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './AccountBar.module.css';
import adminToolsStyles from './AdminTools.module.css';
import { core } from './core-loader.ts';
import { retrySession } from './start-accounts.ts';

type Props = {
  /** Opens the admin panel; omitted before it exists. */
  onAdmin?: () => void;
};

export function AccountBar({ onAdmin }: Props) {
  const state = useAccountState();
  const loading = useLoading(core);
  if (state.name === 'signedIn' && loading.name === 'ready') {
    return <loading.module.SignedInBar account={state.account} onAdmin={onAdmin} />;
  }
  if (state.name === 'unknown') return null;
  return (
    <>
      {state.name === 'expired' && (
        <p className={styles.note} role="status">
          Tu sesión terminó.
        </p>
      )}
      <Button
        variant="secondary"
        // Not disabled while loading, because the window returns the focus to it.
        aria-busy={loading.name === 'loading' || undefined}
        onClick={() => openSignIn()}
      >
        Iniciar Sesion
      </Button>
      {state.name === 'unreachable' ? (
        <div className={styles.news} role="status">
          <p className={styles.error}>
            No pudimos comprobar tu sesión.{' '}
            <Button variant="quiet" className={styles.retry} onClick={() => void retrySession()}>
              Reintentar
            </Button>
          </p>
        </div>
      ) : (
        loading.name === 'failed' && (
          <div className={styles.news} role="alert">
            <p className={styles.error}>
              No pudimos abrir el inicio de sesión. Revisa tu conexión e intenta de nuevo.
            </p>
          </div>
        )
      )}
    </>
  );
}

const panel = createLoader('test panel', () => import('./test-panel/TestPanel.tsx'));

export function AdminTools() {
  const state = useAccountState();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (state.name !== 'signedIn' || !state.account.isAdmin) return null;
  return (
    <section className={adminToolsStyles.tools} aria-label="Administración">
      <Button
        variant="secondary"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        Panel Admin
      </Button>
      <div id={id}>
        {isOpen && (
          <Loaded loader={panel} onGiveUp={() => setOpen(false)}>
            {({ TestPanel }) => <TestPanel />}
          </Loaded>
        )}
      </div>
    </section>
  );
}
