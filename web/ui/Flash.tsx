import { Notice } from '#web/ui/Notice.tsx';
import styles from './Flash.module.css';
import type { FlashText } from './use-flash.ts';

/** Where short news appears; always there, so that a screen reader hears of it. */
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
