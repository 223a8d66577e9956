import { useQueryClient } from '@tanstack/react-query';
import { keysOf, mapKeys } from '#domain/keys.ts';
import { STAGES, type Stage } from '#domain/order-stage.ts';
import parts from '#web/features/admin/parts.module.css';
import { type Filters, keyOfWord } from '#web/features/admin/tab-place.ts';
import { Button } from '#web/ui/Button.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { refreshBoard } from './queries.ts';
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

type WorkshopToolbarProps = { onOpen: (window: 'sheets' | 'printers') => void };

export function WorkshopToolbar({ onOpen }: WorkshopToolbarProps) {
  const client = useQueryClient();
  const refresh = useTask(() => refreshBoard(client));
  const looks = { variant: 'secondary', className: parts.button } as const;
  return (
    <div className={parts.toolbar}>
      <h3 className={parts.heading}>Taller</h3>
      <Button {...looks} onClick={() => onOpen('sheets')}>
        Hojas de prensa
      </Button>
      <Button {...looks} onClick={() => onOpen('printers')}>
        Impresoras
      </Button>
      <Button {...looks} busy={refresh.isBusy} onClick={refresh.run}>
        Actualizar
      </Button>
    </div>
  );
}

const USUAL: Stage = 'print';
const slugs = mapKeys(STAGES, (stage): string => STAGES[stage].slug);

/** Returns what the board's orders wait for, by its address. */
export function readWait({ espera }: Filters): Stage {
  return keyOfWord(slugs, espera) ?? USUAL;
}

/** Returns the same as the board's address has it; the usual one is left out. */
export function writeWait(stage: Stage): Filters {
  return stage === USUAL ? {} : { espera: slugs[stage] };
}
