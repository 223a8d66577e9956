import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './PrintSheet.module.css';

/** What the browser prints instead of the page as long as this is there; the screen never shows it. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(<article className={styles.sheet}>{children}</article>, document.body);
}

/** Prints the sheet that is there, else the page. */
export function PrintButton() {
  return (
    <Button variant="secondary" onClick={() => print()}>
      <Icon name="print" />
      Imprimir
    </Button>
  );
}
