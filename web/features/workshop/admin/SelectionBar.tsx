import type { WorkshopOrder } from '#contract/workshop.ts';
import { ACTS, type Act, type Mark, markBefore } from '#domain/order-stage.ts';
import parts from '#web/features/admin/parts.module.css';
import { ParcelPapers } from '#web/features/orders/ParcelPapers.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { countOrders, countPins } from './workshop-texts.ts';

type Props = {
  orders: readonly WorkshopOrder[];
  step: Act;
  isAsking: boolean;
  onSheet: () => void;
  onSettings: () => void;
  onAdvance: () => void;
  onTakeBack: (mark: Mark) => void;
  onClear: () => void;
};

export function SelectionBar(props: Props) {
  const { orders, step, isAsking, onSheet, onSettings, onAdvance, onTakeBack, onClear } = props;
  const previous = markBefore(step);
  const { papers } = ACTS[step];
  const pins = orders.reduce((sum, order) => sum + order.pins, 0);
  return (
    <BottomBar
      label="Pedidos seleccionados"
      text={`${countOrders(orders.length)}, ${countPins(pins)}`}
    >
      {papers === 'sheet' && (
        <>
          <Button className={parts.button} busy={isAsking} onClick={onSheet}>
            Hoja de prensa
          </Button>
          <Button
            variant="secondary"
            className={parts.button}
            aria-label="Opciones de la hoja"
            onClick={onSettings}
          >
            Opciones
          </Button>
        </>
      )}
      {papers === 'parcel' && <ParcelPapers ids={orders.map(({ id }) => id)} />}
      <Button
        variant={papers === 'sheet' ? 'secondary' : 'primary'}
        className={parts.button}
        onClick={onAdvance}
      >
        {ACTS[step].label}
      </Button>
      {previous && (
        <Button variant="secondary" className={parts.button} onClick={() => onTakeBack(previous)}>
          Quitar {ACTS[previous].label}
        </Button>
      )}
      <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
        Quitar
      </Button>
    </BottomBar>
  );
}
