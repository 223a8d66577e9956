import { useId, useState } from 'react';
import type { Backup } from '#contract/backup.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { useFreshSignIn } from '#web/features/people/use-fresh-sign-in.tsx';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Backup.module.css';
import { describeBackup, failureTexts } from './backup-texts.ts';
import { isUnderWay } from './queries.ts';
import { useBackup } from './use-backup.ts';

export function BackupPart() {
  const account = accountOf(useAccountState());
  return account && <Part account={account} />;
}

function Part({ account }: { account: Account }) {
  const { withFreshSignIn, freshSignIn } = useFreshSignIn(account);
  const { latest, isSaved, isBusy, trouble, make, save } = useBackup(withFreshSignIn);
  const [withPictures, setWithPictures] = useState(false);
  const id = useId();
  return (
    <section className={styles.part} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`} className={styles.heading}>
        Copia de seguridad
      </h4>
      <p>
        Un archivo con tus pedidos, clientes, códigos y ajustes, para guardarlo fuera de este
        servidor. Quien lo abra puede leer los datos de tus clientes: guárdalo en un lugar seguro.
      </p>
      <div>
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={withPictures}
            disabled={isBusy}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => setWithPictures(target.checked)}
          />
          Con las imágenes y los comprobantes de pago
        </label>
        <p id={`${id}-hint`} className={styles.hint}>
          El archivo es mucho más grande. Si no, los pedidos se recuperan sin sus imágenes.
        </p>
      </div>
      <Button busy={isBusy} onClick={() => make(withPictures)}>
        {isBusy ? 'Preparando...' : 'Descargar una copia'}
      </Button>
      {trouble && (
        <Failure error={trouble.error} text={describeFailure(trouble.what, trouble.error)} />
      )}
      {latest && <Latest backup={latest} isSaved={isSaved} isBusy={isBusy} onSave={save} />}
      {freshSignIn}
    </section>
  );
}

type LatestProps = {
  backup: Backup;
  isSaved: boolean;
  isBusy: boolean;
  onSave: (backup: Backup) => void;
};

function Latest({ backup, isSaved, isBusy, onSave }: LatestProps) {
  if (isUnderWay(backup)) {
    return (
      <div className={styles.progress}>
        <progress
          className={styles.track}
          value={backup.progress}
          max={1}
          aria-label="Avance de la copia de seguridad"
        />
        <span aria-hidden="true">{Math.round(backup.progress * 100)} %</span>
      </div>
    );
  }
  if (backup.failure) return <Notice tone="error">{failureTexts[backup.failure]}</Notice>;
  return (
    <Notice tone={isSaved ? 'success' : 'info'} className={styles.ready}>
      <span>
        {isSaved ? 'Copia descargada' : 'Copia lista, por una hora'}: {describeBackup(backup)}
      </span>
      <Button variant="quiet" disabled={isBusy} onClick={() => onSave(backup)}>
        {isSaved ? 'Descargar otra vez' : 'Descargar'}
      </Button>
    </Notice>
  );
}
