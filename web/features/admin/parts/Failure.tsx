import { openSignIn } from '#web/features/accounts/index.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { wantsSignIn } from '../calls/errors.ts';
import styles from './Failure.module.css';

type Props = { error: unknown; text: string; onRetry?: () => void };

/** What went wrong, with the way out of it. */
export function Failure({ error, text, onRetry }: Props) {
  return (
    <div className={styles.failure}>
      <Notice tone="error">{text}</Notice>
      {wantsSignIn(error) ? (
        <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
      ) : (
        onRetry && (
          <Button look="secondary" onClick={onRetry}>
            Reintentar
          </Button>
        )
      )}
    </div>
  );
}
