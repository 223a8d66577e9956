import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import styles from './PrintSheet.module.css';

/** What the browser prints instead of the page while it is rendered; never on the screen. */
export function PrintSheet({ children }: { children: ReactNode }) {
  return createPortal(<article className={styles.sheet}>{children}</article>, document.body);
}

/** Prints the sheet, if there is one, else the page. */
export function PrintButton() {
  return (
    <Button variant="secondary" onClick={() => print()}>
      <Icon name="print" />
      Imprimir
    </Button>
  );
}
