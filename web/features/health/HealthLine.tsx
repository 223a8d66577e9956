import type { HealthCheck } from '#contract/health/health-admin.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './Health.module.css';

type Props = { health: readonly HealthCheck[]; onSee: () => void };

/** Says what is wrong with the shop; nothing while all is well. */
export function HealthLine({ health, onSee }: Props) {
  if (health.length === 0) return null;
  const isFailed = health.some(({ state }) => state === 'failed');
  return (
    <Notice tone={isFailed ? 'error' : 'info'} role="status" className={`row ${styles.line}`}>
      <span>{health.map(({ text }) => text).join('. ')}.</span>
      <SmallButton onClick={onSee}>Ver en Salud</SmallButton>
    </Notice>
  );
}
