import type { WorkshopOrder } from '#contract/workshop.ts';
import type { Mark } from '#domain/workshop.ts';
import parts from '#web/features/admin/parts.module.css';
import { ParcelPapers } from '#web/features/orders/ParcelPapers.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { countOrders, countPins, markBefore, type Step, stepLabels } from './workshop-texts.ts';

type Props = {
  orders: readonly WorkshopOrder[];
  step: Step;
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
  const pins = orders.reduce((sum, order) => sum + order.pins, 0);
  return (
    <BottomBar
      label="Pedidos seleccionados"
      text={`${countOrders(orders.length)}, ${countPins(pins)}`}
    >
      {step === 'printed' && (
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
      {(step === 'packed' || step === 'dispatched') && (
        <ParcelPapers ids={orders.map(({ id }) => id)} />
      )}
      <Button
        variant={step === 'printed' ? 'secondary' : 'primary'}
        className={parts.button}
        onClick={onAdvance}
      >
        {stepLabels[step]}
      </Button>
      {previous && (
        <Button variant="secondary" className={parts.button} onClick={() => onTakeBack(previous)}>
          Quitar {stepLabels[previous]}
        </Button>
      )}
      <Button variant="quiet" aria-label="Quitar selección" onClick={onClear}>
        Quitar
      </Button>
    </BottomBar>
  );
}
