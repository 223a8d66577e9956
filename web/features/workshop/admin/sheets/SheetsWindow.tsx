import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { useSheets } from './queries.ts';
import { type SheetActions, SheetCard } from './SheetCard.tsx';
import styles from './Sheets.module.css';

type Props = SheetActions & {
  list: ReturnType<typeof useSheets>;
  onClose: () => void;
};

export function SheetsWindow({ list, onClose, ...actions }: Props) {
  const { data: sheets, error, isFetching, refetch } = list;
  return (
    <Dialog
      title="Hojas de prensa"
      subtitle="Cada hoja se guarda un día"
      width="wide"
      onClose={onClose}
    >
      {error && !isFetching && (
        <Failure
          error={error}
          text={describeFailure('Error al cargar las hojas de prensa', error)}
          onRetry={() => void refetch()}
        />
      )}
      {!sheets && isFetching && <Skeleton lines={2} height="9rem" />}
      {sheets?.length === 0 && (
        <EmptyState art="cards">Todavía no hay hojas de prensa de hoy</EmptyState>
      )}
      {sheets && sheets.length > 0 && (
        <ul className={styles.cards} aria-label="Hojas de prensa">
          {sheets.map((sheet) => (
            <SheetCard key={sheet.id} sheet={sheet} {...actions} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}
