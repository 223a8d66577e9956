import { useState } from 'react';
import type { TodayOrder } from '#contract/today.ts';
import { formatPesos } from '#domain/money.ts';
import { stageLabel } from '#domain/order-stage.ts';
import { isOverdue } from '#domain/unpaid.ts';
import { describeDestination, isPickedUp } from '#domain/way-texts.ts';
import rows from '#web/features/admin/OrderRow.module.css';
import { OrderRowHead } from '#web/features/admin/OrderRowHead.tsx';
import parts from '#web/features/admin/parts.module.css';
import { countPins, describeDue } from '#web/features/workshop/board-texts.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import styles from './TodayRow.module.css';
import { describeAge, nextOf } from './today-texts.ts';

type Props = {
  order: TodayOrder;
  /** Such as `2026-03-09`. */
  today: string;
  /** Label of the chat link. */
  chat: string;
  /** Whether the chat comes first and the act second. */
  isReminder: boolean;
  /** A complaint about it after it left, or its reprint. */
  isAgain: boolean;
  isOpen: boolean;
  isBusy: boolean;
  /** A request is in progress, here or in another row. */
  isBlocked: boolean;
  onOpen: () => void;
  onNext: () => void;
};

export function TodayRow(props: Props) {
  const { order, today, chat, isReminder, isAgain, isOpen, isBusy, isBlocked, onOpen, onNext } =
    props;
  const { id, fullName, amount, ageDays, pins, dueOn, proof, waitsFor, whatsappUrl } = order;
  const next = nextOf(order);
  const said = order.words ?? proof?.words;
  const due = describeDue(dueOn, today);
  const where = describeDestination(order);
  const [wasOpened, setOpened] = useState(false);
  const invitation = wasOpened ? `${chat} otra vez` : chat;
  return (
    <li className={`${rows.row} ${styles.row}`} aria-current={isOpen || undefined}>
      <OrderRowHead id={id} number={id} choice={null} onOpen={onOpen} className={styles.head}>
        {dueOn !== null && !isAgain && <Badge tone={due.tone}>{due.text}</Badge>}
        {isAgain && waitsFor !== null && <Badge tone="wait">Reimpresión</Badge>}
        {dueOn !== null && waitsFor !== null && (
          <Badge tone="quiet">{stageLabel(waitsFor, { isPickedUp: isPickedUp(order) })}</Badge>
        )}
        {isOverdue(order.payBy, today) && <Badge tone="bad">Vencido</Badge>}
      </OrderRowHead>
      <p className={styles.who} dir="auto">
        <strong>{fullName}</strong>
        {where && `, ${where}`}
      </p>
      <p className={styles.facts}>
        <strong>{formatPesos(amount)}</strong>
        <span className={parts.soft}>
          {countPins(pins)} · pedido {describeAge(ageDays)}
        </span>
      </p>
      {said && (
        <p className={styles.words} dir="auto">
          <q>{said}</q>
        </p>
      )}
      <div className={styles.acts}>
        {whatsappUrl ? (
          <ButtonLink
            {...looksOf(isReminder)}
            href={whatsappUrl}
            target="_blank"
            rel="noreferrer"
            aria-label={`${invitation} por WhatsApp: pedido ${id}`}
            onClick={() => setOpened(true)}
          >
            {invitation}
          </ButtonLink>
        ) : (
          <span className={parts.soft}>Sin WhatsApp</span>
        )}
        <Button
          {...looksOf(!isReminder)}
          aria-label={`${next.label}: pedido ${id}`}
          busy={isBusy}
          disabled={isBlocked}
          onClick={onNext}
        >
          {next.label}
        </Button>
      </div>
    </li>
  );
}

/** Outlines the next of the two actions. */
function looksOf(isNext: boolean) {
  if (!isNext) return { variant: 'quiet' } as const;
  return { variant: 'secondary', className: parts.button } as const;
}
