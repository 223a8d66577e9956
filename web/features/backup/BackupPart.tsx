import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import {
  type Backup,
  downloadBackup,
  readLatestBackup,
  requestBackup,
} from '#contract/backup/backup.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTasks } from '#web/ui/use-task.ts';
import styles from './Backup.module.css';
import { describeBackup, failureTexts } from './backup-texts.ts';

export function BackupPart() {
  const { latest, isSaved, isBusy, error, failed, make, save } = useBackup();
  const [withPictures, setWithPictures] = useState(false);
  const id = useId();
  return (
    <section className={`box ${styles.part}`} aria-labelledby={`${id}-title`}>
      <h4 id={`${id}-title`} className="part-title">
        Copia de seguridad
      </h4>
      <p>
        Un archivo con tus pedidos, clientes, códigos y ajustes, para guardarlo fuera de este
        servidor. Quien lo abra puede leer los datos de tus clientes: guárdalo en un lugar seguro.
      </p>
      <div>
        <Check
          className={`choice ${styles.choice}`}
          checked={withPictures}
          disabled={isBusy}
          aria-describedby={`${id}-hint`}
          onToggle={setWithPictures}
        >
          Con las imágenes y los comprobantes de pago
        </Check>
        <p id={`${id}-hint`} className="soft">
          El archivo es mucho más grande. Si no, los pedidos se recuperan sin sus imágenes.
        </p>
      </div>
      <Button busy={isBusy} onClick={() => make(withPictures)}>
        {isBusy ? 'Preparando...' : 'Descargar una copia'}
      </Button>
      <Failed
        what={`Error al ${failed === 'save' ? 'descargar' : 'pedir'} la copia`}
        error={error}
      />
      {latest && <Latest backup={latest} isSaved={isSaved} isBusy={isBusy} onSave={save} />}
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
      <div className={`row ${styles.progress}`}>
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
    <Notice tone={isSaved ? 'success' : 'info'} className={`row ${styles.ready}`}>
      <span>
        {isSaved ? 'Copia descargada' : 'Copia lista, por una hora'}: {describeBackup(backup)}
      </span>
      <Button variant="quiet" disabled={isBusy} onClick={() => onSave(backup)}>
        {isSaved ? 'Descargar otra vez' : 'Descargar'}
      </Button>
    </Notice>
  );
}

/**
 * Returns the latest backup, and functions to create and download one. A backup requested here is
 * downloaded as soon as it is done.
 */
function useBackup() {
  const client = useQueryClient();
  const { data: latest = null } = useLatestBackup();
  const [asked, setAsked] = useState<string | null>(null);
  const [saved, setSaved] = useState<string | null>(null);
  const { busy, error, failed, run } = useTasks<'save' | 'make'>();

  const attempt = (what: 'save' | 'make', call: () => Promise<void>) =>
    void run(what, () =>
      call().catch(async (cause: unknown) => {
        await refreshBackup(client);
        throw cause;
      }),
    );

  const save = ({ id }: Backup) =>
    attempt('save', async () => {
      await download(downloadBackup, { params: { id }, fallbackName: 'copia.zip' });
      setSaved(id);
    });

  const make = (pictures: boolean) =>
    attempt('make', async () => {
      const { backup } = await callAdmin(requestBackup, { body: { pictures } });
      putBackup(client, backup);
      setAsked(backup.id);
    });

  const isOver = latest !== null && latest.id === asked && !isUnderWay(latest);
  const fetchOnceMade = useEffectEvent(() => {
    setAsked(null);
    if (latest?.state === 'done') save(latest);
  });
  useEffect(() => {
    if (isOver) fetchOnceMade();
  }, [isOver]);

  return {
    latest,
    /** Whether the latest backup was downloaded here. */
    isSaved: latest !== null && latest.id === saved,
    isBusy: busy !== null || (latest !== null && isUnderWay(latest)),
    error,
    failed,
    make,
    save,
  };
}

const LATEST = ['admin', 'backup'];
const POLL_MS = 700;

function isUnderWay({ state }: Backup): boolean {
  return state === 'waiting' || state === 'working';
}

/** Reads the latest backup, or null; polls while it is in progress. */
function useLatestBackup() {
  return useQuery({
    queryKey: LATEST,
    queryFn: async ({ signal }) => (await callAdmin(readLatestBackup, { signal })).backup,
    refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? POLL_MS : false),
  });
}

function putBackup(client: QueryClient, backup: Backup): void {
  client.setQueryData<Backup | null>(LATEST, backup);
}

/** Reads the latest backup again, since another admin has requested one. */
function refreshBackup(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: LATEST });
}
