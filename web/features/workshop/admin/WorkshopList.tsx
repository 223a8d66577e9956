import { useRef } from 'react';
import type { WorkshopOrder } from '#contract/workshop.ts';
import { dayOf } from '#domain/dates.ts';
import { type Act, STAGES, type Stage } from '#domain/order-stage.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { More } from '#web/ui/More.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import type { useBoard } from './queries.ts';
import styles from './WorkshopList.module.css';
import { WorkshopRow } from './WorkshopRow.tsx';

type Props = {
  list: ReturnType<typeof useBoard>;
  orders: readonly WorkshopOrder[];
  wait: Stage;
  /** What ends that wait; null where no step does. */
  step: Act | null;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onOpen: (id: string) => void;
  onStep: (order: WorkshopOrder) => void;
};

export function WorkshopList(props: Props) {
  const { list, orders, wait, step, chosen, onChoose, onOpen } = props;
  const { data, error, isFetching, isFetchNextPageError, hasNextPage } = list;
  const rows = useRef<HTMLUListElement>(null);
  const whole = useTask(async () => {
    let all = list.data;
    for (let more = hasNextPage; more; ) {
      const next = await list.fetchNextPage();
      if (next.error) return;
      all = next.data;
      more = next.hasNextPage;
    }
    onChoose(all?.pages.flatMap((page) => page.orders.map(({ id }) => id)) ?? [], true);
  });
  const retry = () => void (isFetchNextPageError ? list.fetchNextPage() : list.refetch());
  const failure = error && !isFetching && (
    <Failure
      error={error}
      text={describeFailure('Error al cargar el taller', error)}
      onRetry={retry}
    />
  );
  if (!data || list.isPlaceholderData) return failure || <Skeleton lines={4} height="7rem" />;
  if (orders.length === 0 && !hasNextPage) {
    return failure || <EmptyState art="cards">{emptyText(wait, data.pages[0]?.counts)}</EmptyState>;
  }

  // The focus goes on to the next order before this one is gone, or to what the list is of.
  const press = (order: WorkshopOrder) => {
    const buttons = rows.current?.querySelectorAll<HTMLElement>('[data-next]') ?? [];
    const at = orders.indexOf(order);
    const next = buttons[at + 1] ?? buttons[at - 1] ?? findWait(rows.current);
    next?.focus({ preventScroll: true });
    props.onStep(order);
  };
  const all = orders.map(({ id }) => id);
  const today = dayOf(list.dataUpdatedAt);
  return (
    <>
      {!isFetchNextPageError && failure}
      {step && (
        <div className={styles.all}>
          <label className={styles.visible}>
            <input
              type="checkbox"
              checked={all.every((id) => chosen.has(id))}
              onChange={({ target }) => onChoose(all, target.checked)}
            />
            {all.length === 1
              ? 'Seleccionar el que se ve'
              : `Seleccionar los ${all.length} que se ven`}
          </label>
          {hasNextPage && (
            <Button variant="quiet" busy={whole.isBusy} onClick={whole.run}>
              Seleccionar los {data.pages[0]?.counts[wait]} de la columna
            </Button>
          )}
        </div>
      )}
      <ul ref={rows} className={styles.orders} aria-label={STAGES[wait].label}>
        {orders.map((order) => (
          <WorkshopRow
            key={order.id}
            order={order}
            today={today}
            step={step}
            isChosen={chosen.has(order.id)}
            onChoose={onChoose}
            onOpen={onOpen}
            onStep={press}
          />
        ))}
      </ul>
      {isFetchNextPageError && failure}
      {hasNextPage && !isFetchNextPageError && (
        <More isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </>
  );
}

function emptyText(wait: Stage, counts: Readonly<Record<Stage, number>> | undefined): string {
  const isIdle = Object.values(counts ?? {}).every((count) => count === 0);
  return isIdle ? 'Nada por hacer' : `Nada ${STAGES[wait].label.toLowerCase()}`;
}

function findWait(list: Element | null): HTMLElement | null {
  return list?.closest('[role="tabpanel"]')?.querySelector('[aria-pressed="true"]') ?? null;
}
