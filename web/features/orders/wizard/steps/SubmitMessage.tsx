import { useEffect, useRef } from 'react';
import { UploadTotal } from '#web/features/uploads/UploadTotal.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useDraft } from '../draft/use-draft.ts';
import type { OrderSession } from '../session.ts';
import type { Submission } from '../submit/use-submit.ts';
import { ANSWER_LOST } from '../texts.ts';
import styles from './SubmitMessage.module.css';

const phases = { uploading: 'Subiendo imágenes...', creating: 'Creando pedido...' } as const;

type MessageProps = { error: Submission['error']; isBusy: boolean; hasLostAnswer: boolean };

/** Why the confirmation came to nothing, or may have. */
export function SubmitMessage({ error, isBusy, hasLostAnswer }: MessageProps) {
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
  return <div role="status">{!isBusy && hasLostAnswer && <LostAnswerNotice />}</div>;
}

function LostAnswerNotice() {
  return (
    <Notice tone="info" role="presentation">
      {ANSWER_LOST}
    </Notice>
  );
}

type PhaseProps = { phase: Submission['phase']; session: OrderSession };

/** How far the confirmation has come. */
export function SubmitPhase({ phase, session: { store, uploads } }: PhaseProps) {
  const { pictures } = useDraft(store);
  const isUploading = phase === 'uploading' && pictures.some(({ upload }) => !upload);
  return (
    <div className={styles.phase}>
      <p role="status">
        {phase && (
          <span className={styles.words}>
            <Spinner /> {phases[phase]}
          </span>
        )}
      </p>
      {isUploading && <UploadTotal pictures={pictures} uploads={uploads} />}
    </div>
  );
}
