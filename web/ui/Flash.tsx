import { useState } from 'react';
import styles from './Flash.module.css';
import { Notice } from './Notice.tsx';
import { useTimeout } from './use-timeout.ts';

/** The place of short messages; always rendered, for screen readers. */
export function Flash({ flash }: { flash: FlashText | null }) {
  return (
    <div className={styles.place}>
      <div className={styles.flash} role="status">
        {flash && (
          <Notice tone={flash.tone} role="presentation">
            {flash.text}
          </Notice>
        )}
      </div>
    </div>
  );
}

export const SHOWN_MS = 3000;

export type FlashText = { tone: 'success' | 'error' | 'info'; text: string };

/** A message that disappears after 3 seconds; a new one restarts the time. */
export function useFlash() {
  const [flash, setFlash] = useState<FlashText | null>(null);
  useTimeout(flash, SHOWN_MS, () => setFlash(null));
  return [flash, (tone: FlashText['tone'], text: string) => setFlash({ tone, text })] as const;
}
