import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Today, TodayOrder } from '#contract/today/today.ts';
import { dayOf, formatDayAndMonth } from '#domain/base/dates.ts';
import { areReported, PAYER_SOURCE, type Payers } from '#domain/payments/payers.ts';
import { isOverdue } from '#domain/payments/unpaid.ts';
import { HealthLine } from '#web/features/health/HealthLine.tsx';
import { CompareBank } from '#web/features/payments/CompareBank.tsx';
import { DispatchWindow } from '#web/features/production/DispatchWindow.tsx';
import { Failed, QueryState } from '#web/panel/Failure.tsx';
import { describeBinned } from '#web/panel/order/order-texts.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Split } from '#web/panel/Split.tsx';
import type { TabPlace } from '#web/panel/tab-place.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useSettling } from '#web/ui/use-settling.ts';
import { refreshAll, useToday } from './queries.ts';
import { ReceiptWindow } from './ReceiptWindow.tsx';
import type { RowAct } from './row-acts.ts';
import { StrayPayments } from './StrayPayments.tsx';
import styles from './Today.module.css';
import { TodayRow } from './TodayRow.tsx';
import { describePayers, GROUPS, nextOf, PAYER_RULE } from './today-texts.ts';
import { type Shown, useActs } from './use-acts.ts';

type Props = Pick<TabPlace, 'open' | 'onOpen' | 'orderWindow'> & { onHealth: () => void };
type OpenWindow = { kind: 'receipt' | 'parcel'; order: TodayOrder; of: Shown };

/** The orders that wait for the owner, each once, with its next action. */
export function TodayTab({ open, onOpen, orderWindow, onHealth }: Props) {
  const list = useToday();
  const { isFetching, refetch, dataUpdatedAt } = list;
  const rows = useActs();
  const client = useQueryClient();
  const [window, setWindow] = useState<OpenWindow | null>(null);
  const [isComparing, setComparing] = useState(false);
  // What is paid in the window leaves the list when it closes: nothing moves behind it.
  const data = useHeld(list.data, isComparing);
  const [flash, showFlash] = useFlash();
  const close = () => setWindow(null);
  const advance = (order: TodayOrder, of: Shown) => {
    const next = nextOf(order, of.list);
    if (next.kind === 'look') onOpen(order.id);
    else if (next.kind === 'proof') rows.prove(order, of);
    else if (next.kind === 'act') rows.act(order, of, next.act);
    else setWindow({ kind: next.kind, order, of });
  };
  const today = dayOf(dataUpdatedAt || Date.now());
  const groups = GROUPS.map((group) => ({
    ...group,
    shown: rows.place(group.name, data?.[group.name] ?? []),
  }));
  const filled = groups.filter(({ shown }) => shown.length > 0);
  const compared = filled.findLast(({ name }) => name === 'unpaid' || name === 'receipts')?.name;
  const inOrder = filled.map(({ name, shown }) => `${name} ${shown.map(({ id }) => id)}`).join();
  const lists = useSettling<HTMLDivElement>(inOrder);
  return (
    <>
      <div className={`row ${styles.head}`}>
        <h3>Hoy, {formatDayAndMonth(today)}</h3>
        <Button
          variant="quiet"
          busy={isFetching}
          onClick={() => {
            rows.dropFailed();
            void refetch();
          }}
        >
          Actualizar
        </Button>
      </div>
      <Flash flash={flash} />
      {data && <HealthLine health={data.health} onSee={onHealth} />}
      <QueryState what="Error al cargar lo de hoy" query={list} lines={4} height="7rem" />
      <p className="visually-hidden" role="status">
        {rows.acts.findLast(({ done }) => done !== null)?.done?.news}
      </p>
      {data && filled.length === 0 && data.counts.strayPayments === 0 && (
        <EmptyState art="cards">Nada pendiente por hoy</EmptyState>
      )}
      <Split
        {...{ open, orderWindow }}
        onClose={() => onOpen(null)}
        onDeleted={(id) => showFlash('info', describeBinned(id))}
      >
        {data && (
          <div ref={lists} className="stack-3">
            <StrayPayments
              strays={data.strayPayments}
              count={data.counts.strayPayments}
              onOpen={onOpen}
            />
            {filled.map(({ name, title, hint, chat = 'Escribirle', shown }) => {
              const of = { list: name, shown };
              return (
                <section key={name} className="stack-2" aria-label={title}>
                  <h4 className={`row ${styles.title}`}>
                    {title} <span className={styles.count}>{data.counts[name]}</span>
                  </h4>
                  <p className="soft">{hint}</p>
                  {name === compared && (
                    <div className="row">
                      <SmallButton onClick={() => setComparing(true)}>
                        Comparar con el banco
                      </SmallButton>
                      {data.bank?.hasNews && <p>Tu banco avisó de movimientos nuevos.</p>}
                    </div>
                  )}
                  <CancelOverdue
                    orders={shown.filter(
                      (order) => isOverdue(order.payBy, today) && !rows.actOf(order)?.done,
                    )}
                    act={rows.acts.find(({ list, isOfMany }) => list === name && isOfMany)}
                    onCancel={(orders) => rows.cancelAll(orders, of)}
                    onUndo={rows.undo}
                  />
                  <ul className="stack-2" aria-label={title}>
                    {shown.map((order) => (
                      <TodayRow
                        key={order.id}
                        order={order}
                        today={today}
                        chat={chat}
                        group={name}
                        isOpen={order.id === open}
                        act={rows.actOf(order)}
                        onOpen={() => onOpen(order.id)}
                        onNext={() => advance(order, of)}
                        onUndo={rows.undo}
                        onEnd={rows.end}
                      />
                    ))}
                  </ul>
                  {data.counts[name] > data[name].length && (
                    <p className="soft">
                      Se muestran {data[name].length} de {data.counts[name]}.
                    </p>
                  )}
                </section>
              );
            })}
          </div>
        )}
        {data && <PayersNotice payers={data.payers} />}
      </Split>
      {/* Not within the group, which ends with the last order that is paid. */}
      {isComparing && (
        <CompareBank
          canFetch={data?.bank !== undefined}
          onNoted={() => void refreshAll(client)}
          onClose={() => {
            setComparing(false);
            void refetch();
          }}
        />
      )}
      {window?.kind === 'receipt' && (
        <ReceiptWindow
          order={window.order}
          onAccept={() => {
            close();
            rows.act(window.order, window.of, 'paid');
          }}
          onClose={close}
        />
      )}
      {window?.kind === 'parcel' && (
        <DispatchWindow
          orders={[{ ...window.order, reprint: isAgain(data, window.order) }]}
          onSend={(parcel) => {
            close();
            rows.act(window.order, window.of, 'dispatched', parcel);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns the value; while it is held, the one from before. */
function useHeld<Value>(value: Value, isHeld: boolean): Value {
  const [shown, setShown] = useState(value);
  if (!isHeld && shown !== value) setShown(value);
  return isHeld ? shown : value;
}

/** Returns true for an order with a complaint or an open reprint. */
function isAgain(today: Today | undefined, { id }: TodayOrder): boolean {
  return today?.complaints.some((each) => each.id === id) === true;
}

type CancelOverdueProps = {
  orders: readonly TodayOrder[];
  /** The cancelling of several orders, which can be undone. */
  act: RowAct<TodayOrder> | undefined;
  onCancel: (orders: readonly TodayOrder[]) => void;
  onUndo: (act: RowAct<TodayOrder>) => void;
};

/** Cancels all overdue unpaid orders at once, and undoes it. */
function CancelOverdue({ orders, act, onCancel, onUndo }: CancelOverdueProps) {
  const bar = useSettling<HTMLDivElement>(act?.done ? 'done' : 'open');
  if (act?.done) {
    return (
      <div ref={bar} className={styles.cancelled}>
        <span>{act.done.news}</span>
        <SmallButton busy={act.isBusy} onClick={() => onUndo(act)}>
          Deshacer
        </SmallButton>
      </div>
    );
  }
  if (orders.length === 0) return null;
  return (
    <div ref={bar}>
      <SmallButton busy={act?.isBusy === true} onClick={() => onCancel(orders)}>
        {orders.length === 1 ? 'Cancelar el vencido' : `Cancelar los ${orders.length} vencidos`}
      </SmallButton>
      <Failed what="No se pudo guardar" error={act?.error} />
    </div>
  );
}

function PayersNotice({ payers }: { payers: Payers }) {
  const isReported = areReported(payers);
  return (
    <Notice tone="info" role="presentation">
      <p>
        <strong>
          {isReported ? 'Tu banco informará tu cuenta al SII. ' : ''}
          {describePayers(payers)}.
        </strong>
      </p>
      <p>
        {PAYER_RULE}. Fuente:{' '}
        <a href={PAYER_SOURCE.url} target="_blank" rel="noreferrer">
          {PAYER_SOURCE.name}
        </a>
        . No se cuentan los pagos en efectivo ni con tarjeta.
      </p>
    </Notice>
  );
}
