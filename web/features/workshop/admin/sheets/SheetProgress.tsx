import type { Sheet } from '#contract/sheets.ts';
import styles from './Sheets.module.css';
import { describeProgress } from './sheet-texts.ts';

export function SheetProgress({ sheet }: { sheet: Sheet }) {
  return (
    <div className={styles.progress}>
      <progress
        className={styles.track}
        value={sheet.progress}
        max={1}
        aria-label="Avance de la hoja de prensa"
      />
      <span aria-hidden="true">{describeProgress(sheet)}</span>
    </div>
  );
}
