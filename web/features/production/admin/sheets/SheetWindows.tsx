import { useRef } from 'react';
import type { Sheet } from '#contract/production/sheets.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { PrintersWindow } from '#web/features/production/admin/printers/PrintersWindow.tsx';
import { ParcelPapers } from '#web/features/production/ParcelPapers.tsx';
import { actorName } from '#web/panel/audit-texts.ts';
import { Failed, QueryState } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { OptionsWindow } from './OptionsWindow.tsx';
import { SheetDownload, SheetProgress } from './SheetBar.tsx';
import styles from './Sheets.module.css';
import {
  describeSheet,
  describeSheetFailure,
  isUnderWay,
  listWarnings,
  stateLabels,
} from './sheet-texts.ts';
import type { usePressSheets } from './use-press-sheets.ts';

export type OpenWindow = 'settings' | 'sheets' | 'printers';

type Props = {
  sheets: ReturnType<typeof usePressSheets>;
  openWindow: OpenWindow | null;
  orderCount: number;
  onMake: () => void;
  onMark: (sheet: Sheet) => void;
  onOpenOrder: (id: string) => void;
  onClose: () => void;
};

/** The window that the user opened, and those that open automatically for a sheet. */
export function SheetWindows(props: Props) {
  const { sheets, openWindow, orderCount, onMake, onMark, onOpenOrder, onClose } = props;
  return (
    <>
      {openWindow === 'settings' && (
        <OptionsWindow
          orderCount={orderCount}
          onMake={() => {
            onClose();
            onMake();
          }}
          onClose={onClose}
        />
      )}
      {openWindow === 'printers' && <PrintersWindow onClose={onClose} />}
      {openWindow === 'sheets' && (
        <SheetsWindow {...{ sheets, onMark, onClose }} onOpen={onOpenOrder} />
      )}
      {sheets.repeated && (
        <AlreadyPrintedWindow
          sheet={sheets.repeated}
          onKeep={sheets.keepRepeated}
          onCancel={sheets.cancel}
        />
      )}
      {sheets.trouble && (
        <Dialog title="Hoja de prensa" width="narrow" onClose={sheets.forget}>
          <Failed {...sheets.trouble} />
        </Dialog>
      )}
    </>
  );
}

type AlreadyPrintedWindowProps = {
  sheet: Sheet;
  onKeep: () => void;
  onCancel: (sheet: Sheet) => void;
};

/** Lists the orders that are printed again, while the sheet can still be cancelled. */
function AlreadyPrintedWindow({ sheet, onKeep, onCancel }: AlreadyPrintedWindowProps) {
  const { printedBefore } = sheet;
  return (
    <ConfirmDialog
      title={printedBefore.length === 1 ? 'Ya está en otra hoja' : 'Ya están en otra hoja'}
      confirm="Hacerla igual"
      cancel="Cancelar la hoja"
      onConfirm={onKeep}
      onCancel={() => onCancel(sheet)}
    >
      <p>Si la imprimes, los pines de estos pedidos pueden salir dos veces:</p>
      <ul className={styles.warnings}>
        {printedBefore.map(({ orderId, at }) => (
          <li key={orderId}>
            <strong>{orderId}</strong>, en la hoja del {formatDateTime(at)}
          </li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}

type SheetActions = Pick<Props, 'sheets' | 'onMark'> & { onOpen: (orderId: string) => void };

function SheetsWindow({ onClose, ...actions }: SheetActions & { onClose: () => void }) {
  const { list } = actions.sheets;
  const { data: sheets } = list;
  return (
    <Dialog
      title="Hojas de prensa"
      subtitle="Cada hoja se guarda un día. Imprímelas al 100 %"
      width="wide"
      onClose={onClose}
    >
      <QueryState what="Error al cargar las hojas de prensa" query={list} lines={2} height="9rem" />
      {sheets?.length === 0 && (
        <EmptyState art="cards">Todavía no hay hojas de prensa de hoy</EmptyState>
      )}
      {sheets && sheets.length > 0 && (
        <ul className="stack-4" aria-label="Hojas de prensa">
          {sheets.map((sheet) => (
            <SheetCard key={sheet.id} sheet={sheet} {...actions} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function SheetCard({ sheet, sheets, onMark, onOpen }: SheetActions & { sheet: Sheet }) {
  const { state, orderIds, unmarked, printer } = sheet;
  const [tone, text] = stateLabels[state];
  const failure = describeSheetFailure(sheet);
  const warnings = listWarnings(sheet);
  const title = useRef<HTMLHeadingElement>(null);
  // The clicked button may disappear: the focus stays in the sheet.
  const act = (action: (sheet: Sheet) => void) => () => {
    title.current?.focus({ preventScroll: true });
    action(sheet);
  };
  return (
    <li className={`box ${styles.card}`}>
      <div className={`row ${styles.head}`}>
        <h3 ref={title} tabIndex={-1} className="part-title">
          {describeSheet(sheet)}
        </h3>
        <span role="status">
          <Badge tone={tone}>{text}</Badge>
        </span>
      </div>
      <p className="soft">
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
      <div className="row">
        {state === 'done' && (
          <>
            <SheetDownload sheet={sheet} variant="secondary" />
            {unmarked.length > 0 && (
              <SmallButton onClick={act(onMark)}>Marcar como impreso</SmallButton>
            )}
            <ParcelPapers ids={orderIds} />
          </>
        )}
        {(isUnderWay(sheet) || state === 'done') && (
          <Button
            variant={isUnderWay(sheet) ? 'secondary' : 'quiet'}
            className={isUnderWay(sheet) ? parts.button : undefined}
            onClick={act(sheets.cancel)}
          >
            {isUnderWay(sheet) ? 'Cancelar' : 'Descartar'}
          </Button>
        )}
        {(state === 'failed' || state === 'cancelled') && (
          <SmallButton onClick={() => sheets.repeat(sheet)}>Hacerla de nuevo</SmallButton>
        )}
      </div>
    </li>
  );
}
