import { useId } from 'react';
import type { OwnSession } from '#contract/sessions.ts';
import { formatDateTime } from '#domain/dates.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Sessions.module.css';

type Props = {
  session: OwnSession;
  busy: boolean;
  disabled: boolean;
  onEnd: () => void;
};

export function SessionRow({ session, busy, disabled, onEnd }: Props) {
  const { startedAt, isCurrent } = session;
  const since = useId();
  const device = session.device?.replace(' · ', ' en ') ?? null;
  return (
    <li className={styles.session}>
      <div className={styles.facts}>
        <strong>{device ?? 'Navegador desconocido'}</strong>
        <span id={since} className={styles.since}>
          Desde el {formatDateTime(startedAt)}
        </span>
      </div>
      {isCurrent ? (
        <Badge tone="good">Esta sesión</Badge>
      ) : (
        <Button
          variant="secondary"
          aria-label={`Cerrar la sesión de ${device ?? 'un navegador desconocido'}`}
          aria-describedby={since}
          busy={busy}
          disabled={disabled}
          onClick={onEnd}
        >
          Cerrar
        </Button>
      )}
    </li>
  );
}
