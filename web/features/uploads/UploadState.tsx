import { Icon } from '#web/ui/Icon.tsx';
import { useOnline } from '#web/ui/use-media.ts';
import { SendingBar } from './SendingBar.tsx';
import styles from './UploadState.module.css';
import type { UploadProgress } from './upload-queue.ts';

type Props = {
  isUploaded: boolean;
  progress: UploadProgress | undefined;
  onRetry: () => void;
};

export function UploadState({ isUploaded, progress, onRetry }: Props) {
  const isOnline = useOnline();
  if (isUploaded) {
    return (
      <p className={styles.done}>
        <Icon name="tick" /> Subida
      </p>
    );
  }
  if (!isOnline) {
    return <p className={styles.retrying}>En pausa: seguirá sola cuando vuelva la conexión.</p>;
  }
  if (progress?.name === 'retrying') {
    return (
      <p className={styles.retrying}>
        <span>{progress.reason ?? 'Sin conexión con la tienda'}. Reintentamos solos.</span>
        <button type="button" className={styles.retry} onClick={onRetry}>
          <Icon name="repeat" /> Reintentar ahora
        </button>
      </p>
    );
  }
  const share = progress?.name === 'sending' ? progress.share : 0;
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.state}>
      <SendingBar share={share} label="Subiendo la imagen" />
      <span>{progress?.name === 'sending' ? `Subiendo ${percent} %` : 'En espera'}</span>
    </div>
  );
}
