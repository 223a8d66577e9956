import { memo } from 'react';
import type { WorkshopOrder } from '#contract/production/workshop.ts';
import { dayOf } from '#domain/base/dates.ts';
import { describeDestination, isPickedUp } from '#domain/delivery/way-texts.ts';
import {
  type Act,
  actTexts,
  awaitsPickup,
  STAGES,
  type Stage,
  stageLabel,
} from '#domain/orders/order-stage.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { BlurNotice } from '#web/features/production/BlurNotice.tsx';
import {
  describeDue,
  describeNeed,
  describePins,
  proofBadges,
} from '#web/features/production/board-texts.ts';
import { QueryState } from '#web/panel/Failure.tsx';
import { More } from '#web/panel/More.tsx';
import { NotesMark } from '#web/panel/NotesMark.tsx';
import { OrderRowHead } from '#web/panel/OrderRowHead.tsx';
import rows from '#web/panel/Rows.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Check } from '#web/ui/Check.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask } from '#web/ui/use-task.ts';
import type { useBoard } from './queries.ts';
import styles from './WorkshopList.module.css';
import workshopRowStyles from './WorkshopRow.module.css';

const FAILED = 'Error al cargar el taller';

type Props = {
  list: ReturnType<typeof useBoard>;
  orders: readonly WorkshopOrder[];
  wait: Stage;
  /** The act that ends the stage; null if there is none. */
  step: Act | null;
  chosen: ReadonlySet<string>;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  /** The order that is open. */
  open: string | null;
  onOpen: (id: string) => void;
  onStep: (order: WorkshopOrder) => void;
};

export function WorkshopList(props: Props) {
  const { list, orders, wait, step, chosen, onChoose, open, onOpen } = props;
  const { data, hasNextPage } = list;
  const all = orders.map(({ id }) => id);
  const board = useSettling<HTMLUListElement>(all.join());
  const head = useSettling<HTMLDivElement>(all.join());
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
  const known = list.isPlaceholderData ? undefined : data;
  const state = (!known || list.error) && (
    <QueryState what={FAILED} query={{ ...list, data: known }} lines={4} height="7rem" />
  );
  if (!known) return state;
  if (orders.length === 0 && !hasNextPage) {
    return state || <EmptyState art="cards">{emptyText(wait, known.pages[0]?.counts)}</EmptyState>;
  }

  // Moves the focus to the next order before this one disappears, or to the list.
  const press = (order: WorkshopOrder) => {
    const buttons = board.current?.querySelectorAll<HTMLElement>('[data-next]') ?? [];
    const at = orders.indexOf(order);
    const next = buttons[at + 1] ?? buttons[at - 1] ?? findWait(board.current);
    next?.focus({ preventScroll: true });
    props.onStep(order);
  };
  const today = dayOf(list.dataUpdatedAt);
  return (
    <>
      {state}
      {step && (
        <div ref={head} className={`row ${styles.all}`}>
          <Check
            className={`choice ${styles.visible}`}
            checked={all.every((id) => chosen.has(id))}
            onToggle={(isChosen) => onChoose(all, isChosen)}
          >
            {all.length === 1
              ? 'Seleccionar el que se ve'
              : `Seleccionar los ${all.length} que se ven`}
          </Check>
          {hasNextPage && (
            <Button variant="quiet" busy={whole.isBusy} onClick={whole.run}>
              Seleccionar los {known.pages[0]?.counts[wait]} de la columna
            </Button>
          )}
        </div>
      )}
      <ul ref={board} className="stack-3" aria-label={STAGES[wait].label}>
        {orders.map((order) => (
          <WorkshopRow
            key={order.id}
            order={order}
            today={today}
            step={step}
            isChosen={chosen.has(order.id)}
            isOpen={order.id === open}
            onChoose={onChoose}
            onOpen={onOpen}
            onStep={press}
          />
        ))}
      </ul>
      <More list={list} what={FAILED} />
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

type WorkshopRowProps = {
  order: WorkshopOrder;
  today: string;
  /** The act that ends the stage; null if there is none. */
  step: Act | null;
  isChosen: boolean;
  isOpen: boolean;
  onChoose: (ids: readonly string[], isChosen: boolean) => void;
  onOpen: (id: string) => void;
  onStep: (order: WorkshopOrder) => void;
};

const PRINTED: readonly Stage[] = ['pack', 'balance', 'dispatch'];

const WorkshopRow = memo(function WorkshopRow(props: WorkshopRowProps) {
  const { order, today, step, isChosen, isOpen, onChoose, onOpen, onStep } = props;
  const { id, items, pictures } = order;
  const proof = order.proof && proofBadges[order.proof.state];
  const how = { isPickedUp: isPickedUp(order) };
  const due = awaitsPickup(order.waitsFor, how)
    ? { tone: 'quiet' as const, text: stageLabel(order.waitsFor, how) }
    : describeDue(order, today);
  const act = step && actTexts(step, how).label;
  const where = describeDestination(order);
  return (
    <li
      className={`${rows.row} ${workshopRowStyles.row}`}
      data-chosen={isChosen || undefined}
      aria-current={isOpen || undefined}
    >
      <OrderRowHead
        id={id}
        number={id}
        choice={step && { isChosen, onChoose: (isNow) => onChoose([id], isNow) }}
        onOpen={() => onOpen(id)}
        className={workshopRowStyles.head}
      >
        {order.reprint ? (
          <Badge tone="wait">Reimpresión</Badge>
        ) : (
          <Badge tone={due.tone}>{due.text}</Badge>
        )}
        {proof && !order.reprint && <Badge tone={proof.tone}>{proof.text}</Badge>}
        {order.notes && <NotesMark orderId={id} notes={order.notes} />}
      </OrderRowHead>
      <p className={workshopRowStyles.who} dir="auto">
        <strong>{order.fullName}</strong>
        {where && `, ${where}`}
      </p>
      <ul className={`row ${workshopRowStyles.faces}`}>
        {items.map(({ n, thumbnailUrl, quantity, ...pin }) => (
          <li key={n} className={workshopRowStyles.face}>
            <PinFace src={thumbnailUrl} pin={pin} size="small" />
            <span
              aria-label={[`Imagen ${n}: ${describePins(quantity)}`, quoteText(pin)]
                .filter(Boolean)
                .join(' ')}
              role="img"
            >
              ×{quantity}
            </span>
          </li>
        ))}
        {pictures > items.length && (
          <li className="soft">
            +{pictures - items.length} <span className="visually-hidden">imágenes</span>
          </li>
        )}
      </ul>
      {order.blurred && !PRINTED.includes(order.waitsFor) && (
        <div className={workshopRowStyles.blurred}>
          <BlurNotice
            order={{ id, fullName: order.fullName, ...order.blurred }}
            pictures={order.blurred.pictures}
          />
        </div>
      )}
      <strong className={workshopRowStyles.sum}>
        {order.pins === 0 ? 'Sin imágenes' : describePins(order.pins)}
      </strong>
      {order.needs && (
        <ul className={workshopRowStyles.needs} aria-label="Qué pines" dir="auto">
          {order.needs.map((need) => (
            <li key={`${need.product.id} ${need.finish?.id}`}>{describeNeed(need)}</li>
          ))}
        </ul>
      )}
      <Button
        className={workshopRowStyles.next}
        variant="secondary"
        data-next
        aria-label={act ? `${act}: pedido ${id}` : `Ver el pedido ${id}`}
        onClick={() => (step ? onStep(order) : onOpen(id))}
      >
        {act ?? 'Ver el pedido'}
      </Button>
    </li>
  );
});
