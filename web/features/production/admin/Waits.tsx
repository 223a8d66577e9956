import { useQueryClient } from '@tanstack/react-query';
import type { WorkshopOrder } from '#contract/production/workshop.ts';
import { keysOf, mapKeys } from '#domain/base/keys.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import {
  ACTS,
  type Act,
  actTexts,
  isRare,
  type Mark,
  markBefore,
  STAGES,
  type Stage,
  sendsParcel,
} from '#domain/orders/order-stage.ts';
import { countOrders, describePins } from '#web/features/production/board-texts.ts';
import { HandoverButton, ParcelPapers } from '#web/features/production/ParcelPapers.tsx';
import parts from '#web/panel/parts.module.css';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { type Filters, keyOfWord } from '#web/panel/tab-place.ts';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { SelectField } from '#web/ui/FormFields.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { refreshBoard } from './queries.ts';
import styles from './Waits.module.css';

type PerStage = Readonly<Record<Stage, number>>;

type Props = {
  /** Undefined while loading. */
  counts: PerStage | undefined;
  pins: PerStage | undefined;
  chosen: Stage;
  onChoose: (stage: Stage) => void;
};

export function Waits({ counts, pins, chosen, onChoose }: Props) {
  return (
    <>
      <ul className={styles.waits} aria-label="Qué esperan los pedidos">
        {shownStages(counts, chosen).map((stage) => (
          <li key={stage}>
            <button
              type="button"
              className={styles.wait}
              aria-pressed={stage === chosen}
              onClick={() => onChoose(stage)}
            >
              <span className={styles.label}>{STAGES[stage].label}</span>{' '}
              <span className={styles.count}>{counts?.[stage] ?? '–'}</span>{' '}
              <span className={styles.pins}>{pins ? describePins(pins[stage]) : '\u00a0'}</span>
            </button>
          </li>
        ))}
      </ul>
      {chosen === 'payment' && (
        <p className="soft">
          Sin pago anotado, aunque ya estén En Proceso; los «Pendientes» de Pedidos son los que
          nadie ha empezado, pagados o no.
        </p>
      )}
    </>
  );
}

/** Returns the stages to show: rare ones only if they are chosen or have orders. */
function shownStages(counts: PerStage | undefined, chosen: Stage): Stage[] {
  return keysOf(STAGES).filter(
    (stage) => !isRare(stage) || stage === chosen || (counts?.[stage] ?? 0) > 0,
  );
}

type ProductFilterProps = {
  /** The shop's products; undefined if there is only one. */
  products: readonly { id: string; name: string }[] | undefined;
  /** The id of the chosen product; null: all. */
  chosen: string | null;
  onChoose: (id: string | null) => void;
};

export function ProductFilter({ products, chosen, onChoose }: ProductFilterProps) {
  if (!products && chosen === null) return null;
  return (
    <div className={styles.product}>
      <SelectField
        label="Producto"
        value={chosen ?? ''}
        options={[
          ['', 'Todos los productos'],
          ...(products ?? []).map(({ id, name }) => [id, name] as const),
        ]}
        onPick={(id) => onChoose(id || null)}
      />
    </div>
  );
}

type WorkshopToolbarProps = { onOpen: (window: 'sheets' | 'printers') => void };

export function WorkshopToolbar({ onOpen }: WorkshopToolbarProps) {
  const client = useQueryClient();
  const refresh = useTask(() => refreshBoard(client));
  return (
    <div className={parts.toolbar}>
      <h3 className={parts.heading}>Taller</h3>
      <SmallButton onClick={() => onOpen('sheets')}>Hojas de prensa</SmallButton>
      <SmallButton onClick={() => onOpen('printers')}>Impresoras</SmallButton>
      <SmallButton busy={refresh.isBusy} onClick={refresh.run}>
        Actualizar
      </SmallButton>
    </div>
  );
}

const USUAL: Stage = 'print';
const slugs = mapKeys(STAGES, (stage): string => STAGES[stage].slug);

/** Returns the board's stage from its URL. */
export function readWait({ espera }: Filters): Stage {
  return keyOfWord(slugs, espera) ?? USUAL;
}

/** Returns the board's URL filters; the default stage is omitted. */
export function writeWait(stage: Stage, product: string | null = null): Filters {
  return {
    ...(stage === USUAL ? {} : { espera: slugs[stage] }),
    ...(product === null ? {} : { producto: product }),
  };
}

type SelectionBarProps = {
  orders: readonly WorkshopOrder[];
  /** The id of the product that the board shows; null: all. */
  product: string | null;
  step: Act;
  isAsking: boolean;
  onSheet: () => void;
  onSettings: () => void;
  onNumbers: () => void;
  onAdvance: () => void;
  onTakeBack: (mark: Mark) => void;
  onClear: () => void;
};

export function SelectionBar(props: SelectionBarProps) {
  const { orders, product, step, isAsking, onSheet, onSettings, onNumbers } = props;
  const { onAdvance, onTakeBack, onClear } = props;
  const sent = orders.filter((order) => sendsParcel(step, { isPickedUp: isPickedUp(order) }));
  const previous = markBefore(step);
  const { papers } = ACTS[step];
  const how = { isPickedUp: orders.every(isPickedUp) };
  const pins = orders.reduce((sum, order) => sum + pinsOf(order, product), 0);
  return (
    <BottomBar
      label="Pedidos seleccionados"
      text={`${countOrders(orders.length)}, ${describePins(pins)}`}
      close={
        <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
          Quitar
        </Button>
      }
    >
      {papers === 'sheet' && (
        <SmallButton variant="primary" busy={isAsking} onClick={onSheet}>
          Hoja de prensa
        </SmallButton>
      )}
      <SmallButton variant={papers === 'sheet' ? 'secondary' : 'primary'} onClick={onAdvance}>
        {actTexts(step, how).label}
      </SmallButton>
      {papers === 'sheet' && (
        <SmallButton aria-label="Opciones de la hoja" onClick={onSettings}>
          Opciones
        </SmallButton>
      )}
      {sent.length > 0 && <SmallButton onClick={onNumbers}>Pegar números</SmallButton>}
      {papers === 'parcel' && <ParcelPapers ids={orders.map(({ id }) => id)} />}
      {sent.length > 0 && <HandoverButton ids={sent.map(({ id }) => id)} />}
      {previous && (
        <SmallButton onClick={() => onTakeBack(previous)}>
          Quitar {actTexts(previous, how).label}
        </SmallButton>
      )}
    </BottomBar>
  );
}

/** Returns the number of an order's pins, of one product or all. */
function pinsOf({ pins, needs }: WorkshopOrder, product: string | null): number {
  if (product === null || !needs) return pins;
  const own = needs.filter((need) => need.product.id === product);
  return own.reduce((sum, { quantity }) => sum + quantity, 0);
}
