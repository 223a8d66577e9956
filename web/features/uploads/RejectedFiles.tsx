import { type Ref, useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { Rejection } from './check-files.ts';
import styles from './RejectedFiles.module.css';

type Props = Rejection & {
  ref: Ref<HTMLDivElement>;
  /** Makes the files that are too large smaller. @returns whether each of them could be read */
  onShrink: () => Promise<boolean>;
};

const UNREADABLE =
  'No pudimos achicar todas. Envíatela por WhatsApp o correo: llega más liviana y sigue viéndose bien en un pin.';

/** Tells which files were turned away, and how they can become pins after all. */
export function RejectedFiles({ ref, message, advice, tooLarge, onShrink }: Props) {
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const shrink = async () => {
    setState('busy');
    setState((await onShrink()) ? 'idle' : 'failed');
  };
  return (
    <Notice ref={ref} tone="error" dir="auto">
      <p>{message}</p>
      {[...advice, ...(state === 'failed' ? [UNREADABLE] : [])].map((text) => (
        <p key={text} className={styles.advice}>
          {text}
        </p>
      ))}
      {tooLarge.length > 0 && state !== 'failed' && (
        <div className={styles.shrink}>
          <Button variant="secondary" busy={state === 'busy'} onClick={() => void shrink()}>
            {state === 'busy' ? 'Achicando...' : shrinkLabel(tooLarge.length)}
          </Button>
          <p>Se verá igual de bien en el pin.</p>
        </div>
      )}
    </Notice>
  );
}

function shrinkLabel(count: number): string {
  return count === 1 ? 'Achicarla y usarla' : `Achicar las ${count} y usarlas`;
}
