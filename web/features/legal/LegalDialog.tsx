import { nameVersion } from '#domain/legal/document.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PrintButton, PrintSheet } from '#web/ui/PrintSheet.tsx';
import styles from './LegalDialog.module.css';
import { LegalProse } from './LegalProse.tsx';
import type { LegalName } from './legal-name.ts';
import { readText } from './read-text.ts';

type Props = { name: LegalName; onClose: () => void };

export function LegalDialog({ name, onClose }: Props) {
  const text = readText(name);
  const version = nameVersion(text.version);
  return (
    <>
      <Dialog title={text.title} subtitle={version} onClose={onClose}>
        <div className={styles.top}>
          <p className={styles.intro}>{text.intro}</p>
          <PrintButton />
        </div>
        <LegalProse sections={text.sections} />
      </Dialog>
      <PrintSheet>
        <h1>{text.title}</h1>
        <p>{version}</p>
        <p>{text.intro}</p>
        <LegalProse sections={text.sections} />
      </PrintSheet>
    </>
  );
}
