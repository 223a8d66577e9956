import { keysOf } from '#domain/keys.ts';
import { STAGES, type Stage } from '#domain/order-stage.ts';
import styles from './Waits.module.css';
import { countPins } from './workshop-texts.ts';

type PerStage = Readonly<Record<Stage, number>>;

type Props = {
  /** Undefined while they are on their way. */
  counts: PerStage | undefined;
  pins: PerStage | undefined;
  chosen: Stage;
  onChoose: (stage: Stage) => void;
};

export function Waits({ counts, pins, chosen, onChoose }: Props) {
  return (
    <ul className={styles.waits} aria-label="Qué esperan los pedidos">
      {keysOf(STAGES).map((stage) => (
        <li key={stage}>
          <button
            type="button"
            className={styles.wait}
            aria-pressed={stage === chosen}
            onClick={() => onChoose(stage)}
          >
            <span className={styles.label}>{STAGES[stage].label}</span>{' '}
            <span className={styles.count}>{counts?.[stage] ?? '–'}</span>{' '}
            <span className={styles.pins}>{pins ? countPins(pins[stage]) : ' '}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
