import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './SecondFactor.module.css';

const FILE = 'codigos-de-recuperacion.txt';

/** Shows the recovery codes this once, to be kept elsewhere. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = codes.join('\n');
  const save = () => {
    const url = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = FILE;
    link.click();
    setTimeout(() => URL.revokeObjectURL(url));
  };
  return (
    <div className={styles.form}>
      <Notice tone="info">
        Con uno de estos códigos entras si pierdes el celular. Cada uno sirve una vez, y no los
        volveremos a mostrar.
      </Notice>
      <ul className={styles.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={save}>
          Descargar
        </Button>
        <CopyButton text={text} label="Copiar" />
      </div>
      <Button onClick={onKept}>Ya los guardé</Button>
    </div>
  );
}
