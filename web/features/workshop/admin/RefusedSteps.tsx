import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { StepNews } from './use-steps.ts';

export function RefusedSteps({ news: { refused, error } }: { news: StepNews }) {
  if (error !== null) {
    return <Failure error={error} text={describeFailure('Error al guardar las marcas', error)} />;
  }
  if (refused.length === 0) return null;
  return (
    <Notice tone="error">
      <ul>
        {refused.map(({ id, message }) => (
          <li key={id}>
            <strong>{id}</strong>: {message ?? 'No se pudo cambiar'}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
