import { useState } from 'react';
import { createPortal } from 'react-dom';
import { createLoader, warm } from '#web/lib/loader.ts';
import { Loaded } from '#web/ui/Loaded.tsx';
import styles from './LegalLink.module.css';
import type { LegalName } from './legal-name.ts';

/** The texts come when somebody wants to read one. */
const texts = createLoader('legal text', () => import('./LegalDialog.tsx'));
const warmTexts = () => warm(texts);

type Props = {
  name: LegalName;
  children: string;
};

/** Opens one of the legal texts over whatever is on the screen, and leaves that as it is. */
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
        // Beside the page, so that the sentence around the link lends it no size and no place.
        createPortal(
          <Loaded loader={texts} onGiveUp={close}>
            {({ LegalDialog }) => <LegalDialog name={name} onClose={close} />}
          </Loaded>,
          document.body,
        )}
    </>
  );
}
