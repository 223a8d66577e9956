import type { OrderResult } from '#contract/orders-admin.ts';
import { Notice } from '#web/ui/Notice.tsx';
import { StatusBadge } from '#web/ui/StatusBadge.tsx';
import styles from './BulkResults.module.css';

export function BulkResults({ results }: { results: readonly OrderResult[] }) {
  const failed = results.filter(({ success }) => !success);
  const done = results.filter(({ success }) => success);
  return (
    <>
      <Notice tone={failed.length > 0 ? 'error' : 'success'}>
        {done.length} de {results.length} pedidos quedaron con el nuevo estado
      </Notice>
      <ul className={styles.results}>
        {[...failed, ...done].map(({ id, success, order, message }) => (
          <li key={id} className={styles.result}>
            <strong>{id}</strong>
            {order && <StatusBadge status={order.status} />}
            {!success && <span className={styles.problem}>{message ?? 'No se pudo cambiar'}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
