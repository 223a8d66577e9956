import { WAITS, type WaitsFor } from '#domain/workshop.ts';
import styles from './Waits.module.css';
import { countPins, waitLabels } from './workshop-texts.ts';

type PerWait = Readonly<Record<WaitsFor, number>>;

type Props = {
  /** Undefined while they are on their way. */
  counts: PerWait | undefined;
  pins: PerWait | undefined;
  chosen: WaitsFor;
  onChoose: (wait: WaitsFor) => void;
};

export function Waits({ counts, pins, chosen, onChoose }: Props) {
  return (
    <ul className={styles.waits} aria-label="Qué esperan los pedidos">
      {WAITS.map((wait) => (
        <li key={wait}>
          <button
            type="button"
            className={styles.wait}
            aria-pressed={wait === chosen}
            onClick={() => onChoose(wait)}
          >
            <span className={styles.label}>{waitLabels[wait]}</span>{' '}
            <span className={styles.count}>{counts?.[wait] ?? '–'}</span>{' '}
            <span className={styles.pins}>{pins ? countPins(pins[wait]) : ' '}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
