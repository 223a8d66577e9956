import { useState } from 'react';
import * as z from 'zod/mini';
import { exportProfile } from '#contract/privacy.ts';
import type { Account } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { logFailure } from '#web/lib/log.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { ReauthenticationDeclined } from '../use-fresh-sign-in.tsx';
import { useReauthentication } from '../use-reauthentication.tsx';
import { EraseDialog } from './EraseDialog.tsx';
import styles from './Profile.module.css';

const wholeFile = z.looseObject({ success: z.literal(true) });

export function DataCard({ account }: { account: Account }) {
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
