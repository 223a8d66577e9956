import { useState } from 'react';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { describeFailure } from '../calls/errors.ts';
import { Failure } from '../parts/Failure.tsx';
import styles from './Figures.module.css';
import { FiguresView } from './FiguresView.tsx';
import { useMetrics } from './queries.ts';

/** How the shop is doing, for whoever opens it. */
export function Figures() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles.figures}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary className={styles.summary}>Ventas de los últimos días</summary>
      {isOpen && <LoadedFigures />}
    </details>
  );
}

function LoadedFigures() {
  const [days, setDays] = useState(30);
  const { data, error, refetch } = useMetrics(days);
  if (error) {
    return (
      <Failure
        error={error}
        text={describeFailure('Error al cargar las cifras', error)}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton lines={1} height="14rem" />;
  return <FiguresView metrics={data} days={days} onDays={setDays} />;
}
