import { formatDate } from '#domain/dates.ts';
import type { Account } from '#web/lib/account.ts';
import { pageConfig } from '#web/lib/config.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import styles from './SecondFactor.module.css';

const FILE = 'codigos-de-recuperacion.txt';

type Props = { account: Account; codes: readonly string[]; onKept: () => void };

export function RecoveryCodes({ account, codes, onKept }: Props) {
  const text = codes.join('\n');
  const file = new Blob([`${text}\n`], { type: 'text/plain' });
  const items = codes.map((code) => (
    <li key={code}>
      <code>{code}</code>
    </li>
  ));
  return (
    <div className={styles.form}>
      <Notice tone="info">
        Con uno de estos códigos entras si pierdes el celular. Cada uno sirve una vez, y no los
        volveremos a mostrar.
      </Notice>
      <ul className={styles.codes} aria-label="Códigos de recuperación">
        {items}
      </ul>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => saveFile(file, FILE)}>
          Descargar
        </Button>
        <PrintButton />
        <CopyButton text={text} label="Copiar" />
      </div>
      <Button onClick={onKept}>Ya los guardé</Button>
      <PrintSheet>
        <h1>Códigos de recuperación</h1>
        <p>
          {pageConfig.get().shop.name} · {account.email} · {formatDate(Date.now())}
        </p>
        <ol className={styles.printed}>{items}</ol>
      </PrintSheet>
    </div>
  );
}
