import { useState } from 'react';
import type { TodayGroup, TodayOrder } from '#contract/today/today.ts';
import { formatPesos } from '#domain/base/money.ts';
import { describeDestination, isPickedUp } from '#domain/delivery/way-texts.ts';
import { actTexts, stageLabel } from '#domain/orders/order-stage.ts';
import { isOverdue } from '#domain/payments/unpaid.ts';
import { describeDue, describePins } from '#web/features/production/board-texts.ts';
import { OrderRowHead } from '#web/panel/OrderRowHead.tsx';
import parts from '#web/panel/parts.module.css';
import rows from '#web/panel/Rows.module.css';
import { Badge } from '#web/ui/Badge.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { ActRow, DoneLinks, RowActs } from './RowActs.tsx';
import type { RowAct } from './row-acts.ts';
import styles from './TodayRow.module.css';
import { describeAge, describeCauses, describeUnreachable, nextOf } from './today-texts.ts';

type Props = {
  order: TodayOrder;
  /** Such as `2026-03-09`. */
  today: string;
  /** Label of the chat link. */
  chat: string;
  group: TodayGroup;
  isOpen: boolean;
  /** Its latest act, which can be undone. */
  act: RowAct<TodayOrder> | undefined;
  onOpen: () => void;
  onNext: () => void;
  onUndo: (act: RowAct<TodayOrder>) => void;
  onEnd: (act: RowAct<TodayOrder>) => void;
};

export function TodayRow(props: Props) {
  const { order, today, chat, group, isOpen, act, onOpen } = props;
  const { id, fullName, amount, ageDays, pins, dueOn, leaveBy, proof, waitsFor, whatsappUrl } =
    order;
  const next = nextOf(order, group);
  // The chat comes first and the act second.
  const isReminder = group === 'unpaid';
  // A complaint about it after it left, or its reprint.
  const isAgain = group === 'complaints';
  const said = order.words ?? proof?.words;
  const isRefund = group === 'refunds';
  const hasLeft = waitsFor === null && (group === 'unpaid' || group === 'receipts');
  const how = { isPickedUp: isPickedUp(order) };
  const due = describeDue(isRefund ? { dueOn } : order, today);
  const isDue = dueOn !== null || (leaveBy !== undefined && group === 'late');
  const where = describeDestination(order);
  const unreachable = describeUnreachable(order);
  const [wasOpened, setOpened] = useState(false);
  const invitation = wasOpened ? `${chat} otra vez` : chat;
  const subject = `pedido ${id}`;
  return (
    <ActRow act={act} className={`${rows.row} ${styles.row}`} isOpen={isOpen}>
      <OrderRowHead id={id} number={id} choice={null} onOpen={onOpen} className={styles.head}>
        {act?.done ? (
          <Badge tone="good">{act.done.text}</Badge>
        ) : (
          <>
            {isDue && !isAgain && <Badge tone={due.tone}>{due.text}</Badge>}
            {isAgain && waitsFor !== null && <Badge tone="wait">Reimpresión</Badge>}
            {isDue && waitsFor !== null && !isRefund && (
              <Badge tone="quiet">{stageLabel(waitsFor, how)}</Badge>
            )}
            {isOverdue(order.payBy, today) && <Badge tone="bad">Vencido</Badge>}
            {hasLeft && <Badge tone="quiet">{actTexts('dispatched', how).label}</Badge>}
          </>
        )}
      </OrderRowHead>
      <p className={styles.who} dir="auto">
        <strong>{fullName}</strong>
        {where && `, ${where}`}
      </p>
      <p className={styles.facts}>
        {(pins > 0 || amount > 0) && <strong>{formatPesos(amount)}</strong>}
        {act?.done ? (
          <DoneLinks act={act} subject={subject} onEnd={() => props.onEnd(act)} />
        ) : (
          <span className="soft">
            {pins === 0 ? 'sin imágenes' : describePins(pins)} · pedido {describeAge(ageDays)}
          </span>
        )}
      </p>
      {order.refunds && <p className={styles.words}>{describeCauses(order.refunds)}</p>}
      {isRefund && unreachable && <p className={styles.words}>{unreachable}</p>}
      {said && (
        <p className={styles.words} dir="auto">
          <q>{said}</q>
        </p>
      )}
      <div className={`row ${styles.acts}`}>
        <RowActs
          act={act}
          subject={subject}
          label={next.label}
          variant={isReminder ? 'quiet' : 'secondary'}
          onAct={props.onNext}
          onUndo={() => act && props.onUndo(act)}
        >
          {whatsappUrl ? (
            <ButtonLink
              variant={isReminder ? 'secondary' : 'quiet'}
              className={isReminder ? parts.button : undefined}
              href={whatsappUrl}
              target="_blank"
              rel="noreferrer"
              aria-label={`${invitation} por WhatsApp: ${subject}`}
              onClick={() => setOpened(true)}
            >
              {invitation}
            </ButtonLink>
          ) : (
            <span className="soft">Sin WhatsApp</span>
          )}
        </RowActs>
      </div>
    </ActRow>
  );
}
