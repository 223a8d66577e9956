import { useState } from 'react';
import { createPortal } from 'react-dom';
import { createLoader, warm } from '#web/lib/loader.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './LegalLink.module.css';
import type { LegalName } from './legal-name.ts';

/** The texts are loaded when they are about to be read. */
const texts = createLoader('legal text', () => import('./LegalDialog.tsx'));
const warmTexts = () => warm(texts);

type Props = { name: LegalName; children: string };

/** Opens a legal text over the current screen, which does not change. */
export function LegalLink({ name, children }: Props) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        onPointerEnter={warmTexts}
        onTouchStart={warmTexts}
        onFocus={warmTexts}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {isOpen &&
        // Outside the sentence, so that it does not inherit its styles.
        createPortal(
          <Loaded loader={texts} onGiveUp={close}>
            {({ LegalDialog }) => <LegalDialog name={name} onClose={close} />}
          </Loaded>,
          document.body,
        )}
    </>
  );
}
