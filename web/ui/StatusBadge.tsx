import { isNew, statusLabel } from '#domain/orders.ts';
import { Badge } from './Badge.tsx';

/** Yellow while the order waits, green afterwards. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={isNew(status) ? 'wait' : 'good'}>{statusLabel(status)}</Badge>;
}
