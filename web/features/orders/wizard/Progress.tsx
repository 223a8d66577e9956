import { Icon } from '#web/ui/Icon.tsx';
import type { Step } from './draft/draft.ts';
import styles from './Progress.module.css';

const steps = [
  { number: 1, label: 'Imágenes' },
  { number: 2, label: 'Datos' },
  { number: 3, label: 'Confirmar pedido' },
] as const;

export function Progress({ step, isDone }: { step: Step; isDone: boolean }) {
  return (
    <ol className={styles.steps} aria-label="Pasos del pedido">
      {steps.map(({ number, label }) => {
        const isTicked = number < step || (isDone && number === step);
        return (
          <li
            key={number}
            className={`${styles.step} ${isTicked ? styles.ticked : ''}`}
            aria-current={number === step ? 'step' : undefined}
          >
            <span className={`rimmed ${styles.pin}`} aria-hidden="true">
              {isTicked ? <Icon name="tick" /> : number}
            </span>
            <span className={styles.label}>{label}</span>
            {isTicked && <span className="visually-hidden"> (listo)</span>}
          </li>
        );
      })}
    </ol>
  );
}
