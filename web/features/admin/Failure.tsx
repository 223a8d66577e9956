import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { wantsSignIn } from './errors.ts';
import styles from './Failure.module.css';

type Props = {
  error: unknown;
  text: string;
  /** The reason, where the text itself does not tell it. */
  detail?: string;
  onRetry?: () => void;
};

export function Failure({ error, text, detail, onRetry }: Props) {
  return (
    <div className={styles.failure}>
      <Notice tone="error">
        {text}
        {detail && <p className={styles.detail}>{detail}</p>}
      </Notice>
      {wantsSignIn(error) ? (
        <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
      ) : (
        onRetry && (
          <Button variant="secondary" onClick={onRetry}>
            Reintentar
          </Button>
        )
      )}
    </div>
  );
}
