import { formatDay } from '#domain/dates.ts';
import { isStepDone, stepLabel } from '#domain/order-stage.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './OrderProgress.module.css';
import type { ShownOrder } from './shown-order.ts';

type Progress = NonNullable<ShownOrder['progress']>;

export function OrderProgress({ progress }: { progress: Progress }) {
  const { steps, promise, courier, trackingNumber } = progress;
  const current = steps.findLast(({ isDone }) => isDone);
  const isSent = isStepDone(steps, 'dispatched');
  return (
    <>
      <ol className={styles.steps}>
        {steps.map(({ step, isDone, on }) => (
          <li
            key={step}
            className={styles.step}
            data-done={isDone || undefined}
            aria-current={step === current?.step ? 'step' : undefined}
          >
            <span className={styles.sign}>{isDone && <Icon name="tick" />}</span>
            <span className={styles.text}>
              <strong>{stepLabel(step)}</strong>{' '}
              <span className={styles.day}>{on && formatDay(on)}</span>
              <span className="visually-hidden">{isDone ? ' (listo)' : ' (falta)'}</span>
            </span>
          </li>
        ))}
      </ol>
      {noteOf(progress) && <p>{noteOf(progress)}</p>}
      {promise && (
        <p>
          Llega entre el {formatDay(promise.from)} y el {formatDay(promise.to)}.
        </p>
      )}
      {isSent && courier && (
        <p>
          Va por <strong>{courier}</strong>
          {trackingNumber && (
            <>
              , seguimiento <strong className={styles.number}>{trackingNumber}</strong>
            </>
          )}
          .
        </p>
      )}
    </>
  );
}

function noteOf({ proof, steps }: Progress): string | null {
  if (isStepDone(steps, 'production')) return null;
  if (proof === 'open') {
    return 'Te enviamos una prueba por correo: apruébala o pide cambios para seguir.';
  }
  if (proof === 'changes') return 'Vimos tus cambios: te enviaremos otra prueba.';
  if (proof === 'void') return 'Cambiamos algo de tus pines: te enviaremos otra prueba.';
  return null;
}
