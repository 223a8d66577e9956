import { downloadSheet, type Sheet } from '#contract/production/sheets.ts';
import { ParcelPapers } from '#web/features/production/ParcelPapers.tsx';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './Sheets.module.css';
import {
  describeProgress,
  describeSheet,
  describeSheetFailure,
  isUnderWay,
  listWarnings,
} from './sheet-texts.ts';
import type { usePressSheets } from './use-press-sheets.ts';

type Props = {
  sheet: Sheet;
  sheets: ReturnType<typeof usePressSheets>;
  onMark: (sheet: Sheet) => void;
  onShowAll: () => void;
};

/** The newest sheet that is in progress or not marked yet, with its next action. */
export function SheetBar({ sheet, sheets, onMark, onShowAll }: Props) {
  const isComing = isUnderWay(sheet);
  const failure = describeSheetFailure(sheet);
  return (
    <BottomBar
      label="Hoja de prensa"
      takesFocus={sheet.id === sheets.asked}
      text={
        <>
          {titleOf(sheet)}
          {failure && <span className={styles.warning}>{failure}</span>}
          {!isComing && <Warnings sheet={sheet} onShowAll={onShowAll} />}
        </>
      }
      close={
        // The same button in both states, so that it keeps the focus when the sheet is done.
        <Button
          variant={isComing ? 'secondary' : 'quiet'}
          className={isComing ? parts.button : undefined}
          onClick={() => (isComing ? sheets.cancel(sheet) : sheets.close(sheet))}
        >
          {isComing ? 'Cancelar' : 'Cerrar aviso'}
        </Button>
      }
    >
      {isComing && <SheetProgress sheet={sheet} />}
      {sheet.state === 'done' && (
        <>
          <SheetDownload sheet={sheet} />
          {sheet.unmarked.length > 0 && (
            <SmallButton onClick={() => onMark(sheet)}>Marcar como impreso</SmallButton>
          )}
          <ParcelPapers ids={sheet.orderIds} />
        </>
      )}
      {failure && (
        <SmallButton variant="primary" onClick={() => sheets.repeat(sheet)}>
          Intentar de nuevo
        </SmallButton>
      )}
    </BottomBar>
  );
}

function titleOf(sheet: Sheet): string {
  if (isUnderWay(sheet)) return `Haciendo la hoja de prensa: ${describeSheet(sheet)}`;
  if (sheet.state === 'failed') return 'No se pudo hacer la hoja de prensa';
  return `Hoja de prensa lista: ${describeSheet(sheet)}. Imprímela al 100 %`;
}

/** One warning fits into the low bar; several are in the window of all sheets. */
function Warnings({ sheet, onShowAll }: { sheet: Sheet; onShowAll: () => void }) {
  const [first, ...others] = listWarnings(sheet);
  if (first === undefined) return null;
  if (others.length === 0) return <span className={styles.warning}>{first}</span>;
  return (
    <div>
      <Button variant="quiet" className={styles.warning} onClick={onShowAll}>
        Ver {others.length + 1} avisos antes de imprimir
      </Button>
    </div>
  );
}

type SheetDownloadProps = { sheet: Sheet; variant?: 'primary' | 'secondary' };

export function SheetDownload({ sheet: { id }, variant = 'primary' }: SheetDownloadProps) {
  return (
    <DownloadButton
      variant={variant}
      file={downloadSheet}
      of={{ params: { id }, fallbackName: `hoja-${id}.pdf` }}
      failure="Error al descargar la hoja de prensa"
      busyText="Descargando..."
    >
      Descargar hoja
    </DownloadButton>
  );
}

export function SheetProgress({ sheet }: { sheet: Sheet }) {
  return (
    <div className={`row ${styles.progress}`}>
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
