import type { StatusResult } from '#contract/admin/orders.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import parts from '../parts/parts.module.css';
import styles from './BulkBar.module.css';

type Props = { results: readonly StatusResult[]; onClose: () => void };

/** What became of each order of several. */
export function BulkResults({ results, onClose }: Props) {
  const failed = results.filter(({ success }) => !success);
  const done = results.length - failed.length;
  return (
    <Dialog title="Cambio de estado" width="narrow" onClose={onClose}>
      <Notice tone={failed.length > 0 ? 'error' : 'success'}>
        {done} de {results.length} pedidos quedaron con el nuevo estado
      </Notice>
      <ul className={styles.results}>
        {[...failed, ...results.filter(({ success }) => success)].map((result) => (
          <li key={result.id} className={styles.result}>
            <strong>{result.id}</strong>
            {result.order && <StatusBadge status={result.order.status} />}
            {!result.success && (
              <span className={styles.problem}>{result.message ?? 'No se pudo cambiar'}</span>
            )}
          </li>
        ))}
      </ul>
      <div className={parts.actions}>
        <Button data-autofocus onClick={onClose}>
          Entendido
        </Button>
      </div>
    </Dialog>
  );
}
