import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { LegalLink } from '#web/features/legal/LegalLink.tsx';
import { UploadTotal } from '#web/features/uploads/UploadTotal.tsx';
import type { UploadQueue } from '#web/features/uploads/upload-queue.ts';
import { useAccountState } from '#web/lib/account.ts';
import { useStore } from '#web/lib/store.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { OfferChange } from '../../order-terms.ts';
import { usablePictures } from '../draft/draft.ts';
import type { OrderSession } from '../session.ts';
import type { Submission } from '../submit/submission.ts';
import { describeProblem, isTermsRefusal } from '../submit/submit-order.ts';
import { SessionNotice } from '../WizardNotices.tsx';
import styles from './SubmitMessage.module.css';

const ANSWER_LOST =
  'Tu último intento quedó sin respuesta. Confirma de nuevo con tranquilidad: si el pedido ya llegó verás su número, y nunca se crea dos veces.';
const STILL_TRYING =
  'La tienda no responde todavía. Seguimos intentando solos unos segundos más: no cierres esta página. Tu pedido nunca se crea dos veces.';

const phases = { uploading: 'Subiendo imágenes...', creating: 'Creando pedido...' } as const;

type MessageProps = Pick<Submission, 'phase' | 'error' | 'changes'> & {
  isSlow: boolean;
  hasLostAnswer: boolean;
};

export function SubmitMessage(props: MessageProps) {
  const { phase, error, changes, isSlow, hasLostAnswer } = props;
  const hasNewTerms = isTermsRefusal(error);
  const problem = useRef<HTMLDivElement>(null);
  // Before the wizard's own focus, which goes to the heading when a step is opened again.
  useLayoutEffect(() => {
    if (error) problem.current?.focus();
  }, [error]);
  const { name } = useAccountState();

  if (name === 'expired') return <SessionNotice ref={problem} />;
  if (error) {
    return (
      <Notice ref={problem} tone="error" tabIndex={-1}>
        {describeProblem(error)}
        {changes.length > 0 && <OfferChanges changes={changes} />}
        {(hasNewTerms || changes.length > 0) && <NewOffer isOfTerms={hasNewTerms} />}
        {hasLostAnswer && <p className={styles.more}>{ANSWER_LOST}</p>}
      </Notice>
    );
  }
  return (
    <div role="status">
      {isSlow && <InfoNotice text={STILL_TRYING} />}
      {!phase && hasLostAnswer && <InfoNotice text={ANSWER_LOST} />}
    </div>
  );
}

function OfferChanges({ changes }: { changes: readonly OfferChange[] }) {
  return (
    <ul className={styles.changes}>
      {changes.map(({ label, before, after }) => (
        <li key={label}>
          {label}: antes {before}, ahora <strong>{after}</strong>
        </li>
      ))}
    </ul>
  );
}

function NewOffer({ isOfTerms }: { isOfTerms: boolean }) {
  return (
    <p className={styles.more}>
      La tienda cambió sus {isOfTerms ? 'condiciones' : 'precios'} mientras preparabas tu pedido.
      Está todo como lo dejaste:{' '}
      {isOfTerms && (
        <>
          lee los <LegalLink name="terms">términos y condiciones</LegalLink> de ahora y{' '}
        </>
      )}
      confirma otra vez si te parece bien.
    </p>
  );
}

function InfoNotice({ text }: { text: string }) {
  return (
    <Notice tone="info" role="presentation">
      {text}
    </Notice>
  );
}

/** Time without a response before the buyer is told so, in milliseconds. */
const SLOW_MS = 1500;

/** Returns true while uploads are retried, or if creating the order takes over `SLOW_MS`. */
export function useIsSlow(phase: Submission['phase'], uploads: UploadQueue): boolean {
  const [slowPhase, setSlowPhase] = useState<Submission['phase']>(null);
  const isRetrying = useStore({
    get: () => [...uploads.get().values()].some(({ name }) => name === 'retrying'),
    subscribe: uploads.subscribe,
  });
  useEffect(() => {
    if (!phase) return;
    const timer = setTimeout(() => setSlowPhase(phase), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlowPhase(null);
    };
  }, [phase]);
  if (phase === 'uploading') return isRetrying;
  return phase === 'creating' && slowPhase === phase;
}

type PhaseProps = { phase: Submission['phase']; isSlow: boolean; session: OrderSession };

/** The order button's note that nothing is paid yet, then the progress of the order. */
export function SubmitPhase({ phase, isSlow, session: { store, uploads } }: PhaseProps) {
  const pictures = usablePictures(useStore(store));
  const isUploading = phase === 'uploading' && pictures.some(({ upload }) => !upload);
  return (
    <div className={`row ${styles.phase}`}>
      {!phase && <p className={styles.free}>Ahora no pagas nada</p>}
      <p role="status">
        {phase && (
          <span className={`row ${styles.words}`}>
            <Spinner /> {phases[phase]}
            {isSlow && <small className={`soft ${styles.slow}`}>Seguimos intentando</small>}
          </span>
        )}
      </p>
      {isUploading && <UploadTotal pictures={pictures} uploads={uploads} />}
    </div>
  );
}
