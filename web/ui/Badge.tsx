import type { ReactNode } from 'react';
import { isNew, statusLabel } from '#domain/orders/status.ts';
import styles from './Badge.module.css';

export type BadgeTone = 'wait' | 'good' | 'bad' | 'quiet';

/** A word for a state. The dot is hollow while something is pending. */
export function Badge({ tone, children }: { tone: BadgeTone; children: ReactNode }) {
  return <span className={`${styles.badge} ${styles[tone]}`}>{children}</span>;
}

/** Yellow for a new order, green afterwards. */
export function StatusBadge({ status }: { status: string }) {
  return <Badge tone={isNew(status) ? 'wait' : 'good'}>{statusLabel(status)}</Badge>;
}
