import { useId, useState } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { createLoader } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './AdminTools.module.css';

const panel = createLoader('test panel', () => import('./test-panel/TestPanel.tsx'));

export function AdminTools() {
  const state = useAccountState();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  if (state.name !== 'signedIn' || !state.account.isAdmin) return null;
  return (
    <section className={styles.tools} aria-label="Administración">
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
