import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { OrderResult } from '#contract/orders/orders-admin.ts';
import { newsOf } from '#domain/orders/order-stage.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { dropFromBoard, refreshBoard, type StepChange, sendStep } from './queries.ts';
import { refreshSheets } from './sheets/queries.ts';
import { describeStep, type Step } from './workshop-texts.ts';

type StepBarProps = {
  news: StepNews;
  onChange: (change: StepChange) => void;
  onClose: () => void;
  children: ReactNode;
};

export function StepBar({
  news: { done, step, isSet, isPickedUp },
  onChange,
  onClose,
  children,
}: StepBarProps) {
  const ids = done.map(({ id }) => id);
  // Setting it again would mail the buyer again.
  const hasWayBack = isSet || newsOf(step, { isPickedUp }) === null;
  return (
    <BottomBar
      label="Último cambio"
      text={describeStep(ids, { step, isSet, isPickedUp })}
      close={
        <Button variant="quiet" onClick={onClose}>
          Cerrar aviso
        </Button>
      }
    >
      {children}
      {hasWayBack && (
        <SmallButton onClick={() => onChange({ orders: done, step, isSet: !isSet, isPickedUp })}>
          Deshacer
        </SmallButton>
      )}
    </BottomBar>
  );
}

export function RefusedSteps({ news: { refused, error } }: { news: StepNews }) {
  if (error !== null) return <Failed what="Error al guardar las marcas" error={error} />;
  return <RefusedOrders refused={refused} />;
}

/** The orders that the shop did not change, and why. */
export function RefusedOrders({ refused }: { refused: readonly OrderResult[] }) {
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

type StepNews = Step & {
  /** The changed orders with their new versions, for undo. */
  done: StepChange['orders'];
  refused: readonly OrderResult[];
  /** Why the result of the remaining orders is unknown. */
  error: unknown;
};

/** Sets acts, reports the result, and undoes the last change. */
export function useSteps() {
  const client = useQueryClient();
  const [news, setNews] = useState<StepNews | null>(null);
  const underWay = useRef(new Set<string>());
  const change = async (wanted: StepChange) => {
    const { step, isSet, isPickedUp } = wanted;
    // A second click would run into the changes of the first.
    const orders = wanted.orders.filter(({ id }) => !underWay.current.has(id));
    if (orders.length === 0) return;
    const ids = orders.map(({ id }) => id);
    for (const id of ids) underWay.current.add(id);
    setNews(null);
    await dropFromBoard(client, ids);
    try {
      const results = await sendStep({ ...wanted, orders }).finally(() => {
        for (const id of ids) underWay.current.delete(id);
      });
      setNews({
        ...{ step, isSet, isPickedUp },
        done: results.flatMap(({ success, order }) => (success && order ? order : [])),
        refused: results.filter(({ success }) => !success),
        error: null,
      });
    } catch (error) {
      setNews({ step, isSet, isPickedUp, done: [], refused: [], error });
    }
    await Promise.all([refreshBoard(client), refreshSheets(client)]);
  };
  return {
    news,
    change: (wanted: StepChange) => void change(wanted),
    dismiss: () => setNews(null),
  };
}
