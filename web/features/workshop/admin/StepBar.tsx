import type { ReactNode } from 'react';
import { sendsParcel } from '#domain/order-stage.ts';
import parts from '#web/features/admin/parts.module.css';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import type { StepChange } from './queries.ts';
import type { StepNews } from './use-steps.ts';
import { describeStep } from './workshop-texts.ts';

type Props = {
  news: StepNews;
  onChange: (change: StepChange) => void;
  onClose: () => void;
  children: ReactNode;
};

export function StepBar({ news: { done, step, isSet }, onChange, onClose, children }: Props) {
  const ids = done.map(({ id }) => id);
  // Dispatched again, it would be told again.
  const hasWayBack = isSet || !sendsParcel(step);
  return (
    <BottomBar label="Último cambio" text={describeStep(ids, step, isSet)}>
      {children}
      {hasWayBack && (
        <Button
          variant="secondary"
          className={parts.button}
          onClick={() => onChange({ orders: done, step, isSet: !isSet })}
        >
          Deshacer
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Cerrar aviso
      </Button>
    </BottomBar>
  );
}
