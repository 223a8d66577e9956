import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import type { MarkNews } from './use-marks.ts';

/** What the shop refused of the last change, and why. */
export function MarksNews({ news: { refused, error } }: { news: MarkNews }) {
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
