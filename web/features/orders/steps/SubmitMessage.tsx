import { useEffect, useRef } from 'react';
import { ORDER_PLACED } from '#contract/messages.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { Submission } from '../submit/use-submit.ts';
import { ANSWER_LOST, EARLIER_PLACED } from '../texts.ts';
import styles from './SubmitMessage.module.css';

const phases = { uploading: 'Subiendo imágenes...', creating: 'Creando pedido...' } as const;

type Props = { submission: Submission; hasLostAnswer: boolean };

/** What became of the confirmation. */
export function SubmitMessage({ submission: { phase, placing, error }, hasLostAnswer }: Props) {
  const problem = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);

  if (error) {
    return (
      <Notice ref={problem} tone="error" tabIndex={-1}>
        {error}
        {hasLostAnswer && <p className={styles.more}>{ANSWER_LOST}</p>}
      </Notice>
    );
  }
  return (
    <div role="status">
      {phase && (
        <p className={styles.phase}>
          <Spinner /> {phases[phase]}
        </p>
      )}
      {placing && (
        <Notice tone="success" role="presentation">
          {ORDER_PLACED}
          <p className={styles.more}>
            Número de pedido: <strong>{placing.id}</strong>
          </p>
          {placing.isEarlier && <p className={styles.more}>{EARLIER_PLACED}</p>}
        </Notice>
      )}
      {!phase && !placing && hasLostAnswer && (
        <Notice tone="info" role="presentation">
          {ANSWER_LOST}
        </Notice>
      )}
    </div>
  );
}
