import { statusLabel } from '#domain/orders.ts';
import { Badge } from './Badge.tsx';

/** Yellow while the order waits, green afterwards. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={status === 'pending' ? 'wait' : 'good'}>{statusLabel(status)}</Badge>;
}
