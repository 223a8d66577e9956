import { useRef } from 'react';
import type { Sheet } from '#contract/sheets.ts';
import { formatDateTime } from '#domain/dates.ts';
import { actorName } from '#web/features/admin/audit-texts.ts';
import parts from '#web/features/admin/parts.module.css';
import { ParcelPapers } from '#web/features/orders/ParcelPapers.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SheetDownload } from './SheetDownload.tsx';
import { SheetProgress } from './SheetProgress.tsx';
import styles from './Sheets.module.css';
import {
  describeSheet,
  describeSheetFailure,
  isUnderWay,
  listWarnings,
  stateLabels,
} from './sheet-texts.ts';

export type SheetActions = {
  onOpen: (orderId: string) => void;
  onCancel: (sheet: Sheet) => void;
  onMark: (sheet: Sheet) => void;
  onRetry: (sheet: Sheet) => void;
};

type Props = SheetActions & { sheet: Sheet };

export function SheetCard({ sheet, onOpen, onCancel, onMark, onRetry }: Props) {
  const { state, orderIds, unmarked, printer } = sheet;
  const [tone, text] = stateLabels[state];
  const failure = describeSheetFailure(sheet);
  const warnings = listWarnings(sheet);
  const title = useRef<HTMLHeadingElement>(null);
  // Its button may go with what it does: the focus stays with the sheet.
  const act = (action: (sheet: Sheet) => void) => () => {
    title.current?.focus({ preventScroll: true });
    action(sheet);
  };
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h3 ref={title} tabIndex={-1} className={styles.title}>
          {describeSheet(sheet)}
        </h3>
        <span role="status">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </div>
      <p className={parts.soft}>
        {formatDateTime(sheet.createdAt)} · {actorName(sheet.by)}
        {printer && ` · ${printer}`}
      </p>
      <ul className={styles.orders} aria-label="Pedidos de la hoja">
        {orderIds.map((id) => (
          <li key={id}>
            <Button variant="quiet" onClick={() => onOpen(id)}>
              {id}
            </Button>
          </li>
        ))}
      </ul>
      {failure && <p className={styles.warning}>{failure}</p>}
      {warnings.length > 0 && (
        <ul className={styles.warnings} aria-label="Avisos">
          {warnings.map((warning) => (
            <li key={warning}>{warning}</li>
          ))}
        </ul>
      )}
      {isUnderWay(sheet) && <SheetProgress sheet={sheet} />}
      <div className={styles.row}>
        {state === 'done' && (
          <>
            <SheetDownload sheet={sheet} variant="secondary" />
            {unmarked.length > 0 && (
              <Button variant="secondary" className={parts.button} onClick={act(onMark)}>
                Marcar como impreso
              </Button>
            )}
            <ParcelPapers ids={orderIds} />
          </>
        )}
        {(isUnderWay(sheet) || state === 'done') && (
          <Button
            variant={isUnderWay(sheet) ? 'secondary' : 'quiet'}
            className={isUnderWay(sheet) ? parts.button : undefined}
            onClick={act(onCancel)}
          >
            {isUnderWay(sheet) ? 'Cancelar' : 'Descartar'}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <Button variant="secondary" className={parts.button} onClick={() => onRetry(sheet)}>
            Hacerla de nuevo
          </Button>
        )}
      </div>
    </li>
  );
}
