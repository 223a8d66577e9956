import type { Sheet } from '#contract/sheets.ts';
import { formatDateTime } from '#domain/dates.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import styles from './Sheets.module.css';

type Props = { sheet: Sheet; onKeep: () => void; onCancel: (sheet: Sheet) => void };

/** Tells at once which orders are printed again, while the sheet can still be cancelled. */
export function AlreadyPrintedWindow({ sheet, onKeep, onCancel }: Props) {
  const { printedBefore } = sheet;
  return (
    <ConfirmDialog
      title={printedBefore.length === 1 ? 'Ya está en otra hoja' : 'Ya están en otra hoja'}
      confirm="Hacerla igual"
      cancel="Cancelar la hoja"
      focus="cancel"
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
