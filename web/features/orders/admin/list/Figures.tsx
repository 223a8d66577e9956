import { useState } from 'react';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FiguresView } from './FiguresView.tsx';
import { useMetrics } from './queries.ts';

export function Figures() {
  return <Fold title="Ventas de los últimos días">{() => <LoadedFigures />}</Fold>;
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
