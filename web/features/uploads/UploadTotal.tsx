import { useStore } from '#web/lib/store.ts';
import { Announced } from '#web/ui/Announced.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { Picture } from './picture.ts';
import { SendingBar } from './SendingBar.tsx';
import styles from './UploadTotal.module.css';
import type { Progress, UploadProgress, UploadQueue } from './upload-queue.ts';

type Props = {
  pictures: readonly Picture[];
  uploads: UploadQueue;
  /** The rows have no space for their own reasons. */
  speaksForRows?: boolean;
};

/** Returns why a picture has not been uploaded yet, and that it will be retried. */
export function describeRetry({ reason }: Extract<UploadProgress, { name: 'retrying' }>): string {
  return `${reason ?? 'Sin conexión con la tienda'}. Reintentamos solos.`;
}

function shareOf({ id, upload }: Picture, progress: Progress): number {
  if (upload) return 1;
  const state = progress.get(id);
  return state?.name === 'sending' ? state.share : 0;
}

/** Returns why nothing is uploaded at the moment; null while something is. */
function findProblem(progress: Progress): string | null {
  const states = [...progress.values()];
  const retrying = states.find((state) => state.name === 'retrying');
  return retrying && states.every(({ name }) => name !== 'sending')
    ? describeRetry(retrying)
    : null;
}

function readyLine(done: number, all: number): string {
  if (done === all) return all === 1 ? '1 imagen lista' : `${all} imágenes listas`;
  return `${done} de ${all} imágenes listas`;
}

export function UploadTotal({ pictures, uploads, speaksForRows = false }: Props) {
  const progress = useStore(uploads);
  const all = pictures.length;
  const done = pictures.filter(({ upload }) => upload).length;
  const isDone = done === all;
  const share = pictures.reduce((sum, picture) => sum + shareOf(picture, progress), 0) / all;
  const problem = speaksForRows ? findProblem(progress) : null;
  return (
    <div className={`row ${styles.total}`}>
      {problem === null ? (
        <>
          <p className={isDone ? styles.done : undefined}>
            {isDone && <Icon name="tick" />}
            {readyLine(done, all)}
          </p>
          {!isDone && <SendingBar share={share} label="Subiendo tus imágenes" />}
        </>
      ) : (
        <p className={styles.problem}>{problem}</p>
      )}
      <Announced text={isDone ? 'Todas las imágenes subieron' : `Subieron ${done} de ${all}`} />
    </div>
  );
}
