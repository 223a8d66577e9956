import { useState } from 'react';
import type { Today, TodayOrder } from '#contract/today.ts';
import { dayOf, formatDayAndMonth } from '#domain/dates.ts';
import { areReported, PAYER_SOURCE, type Payers } from '#domain/payers.ts';
import { isOverdue } from '#domain/unpaid.ts';
import { Failed, QueryState } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { SmallButton } from '#web/features/admin/SmallButton.tsx';
import { Split } from '#web/features/admin/Split.tsx';
import type { TabPlace } from '#web/features/admin/tab-place.ts';
import { DispatchWindow } from '#web/features/workshop/DispatchWindow.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ButtonLink } from '#web/ui/ButtonLink.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useToday } from './queries.ts';
import { ReceiptWindow } from './ReceiptWindow.tsx';
import styles from './Today.module.css';
import { TodayRow } from './TodayRow.tsx';
import { describePayers, GROUPS, nextOf, PAYER_RULE } from './today-texts.ts';
import { OVERDUE, useActs } from './use-acts.ts';

type Props = Pick<TabPlace, 'open' | 'onOpen' | 'orderWindow'>;

/** The orders that wait for the owner, each once, with its next action. */
export function TodayTab({ open, onOpen, orderWindow }: Props) {
  const list = useToday();
  const { data, isFetching, refetch, dataUpdatedAt } = list;
  const { busyId, done, error: refusal, act, prove, cancelAll, dismiss } = useActs();
  const [window, setWindow] = useState<{ kind: 'receipt' | 'parcel'; order: TodayOrder } | null>(
    null,
  );
  const [flash, showFlash] = useFlash();
  const close = () => setWindow(null);
  const advance = (order: TodayOrder) => {
    const next = nextOf(order);
    if (next.kind === 'look') onOpen(order.id);
    else if (next.kind === 'proof') void prove(order);
    else if (next.kind === 'act') void act(order, next.act);
    else setWindow({ kind: next.kind, order });
  };
  const today = dayOf(dataUpdatedAt || Date.now());
  const filled = GROUPS.filter(({ name }) => (data?.[name].length ?? 0) > 0);
  return (
    <>
      <div className={styles.head}>
        <h3>Hoy, {formatDayAndMonth(today)}</h3>
        <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
          Actualizar
        </Button>
      </div>
      <Flash flash={flash} />
      <QueryState what="Error al cargar lo de hoy" query={list} lines={4} height="7rem" />
      <Failed what="No se pudo guardar" error={refusal} />
      {data && filled.length === 0 && <EmptyState art="cards">Nada pendiente por hoy</EmptyState>}
      <Split
        {...{ open, orderWindow }}
        onClose={() => onOpen(null)}
        onDeleted={(id) => {
          showFlash('info', `Eliminaste el pedido ${id}. Queda 7 días en la papelera.`);
          onOpen(null);
        }}
      >
        {data &&
          filled.map(({ name, title, hint, chat }) => (
            <section key={name} className={styles.group} aria-label={title}>
              <h4 className={styles.title}>
                {title} <span className={styles.count}>{data.counts[name]}</span>
              </h4>
              <p className={parts.soft}>{hint}</p>
              <CancelOverdue
                orders={data[name].filter(({ payBy }) => isOverdue(payBy, today))}
                isBusy={busyId === OVERDUE}
                isBlocked={busyId !== null}
                onCancel={cancelAll}
              />
              <ul className={styles.orders} aria-label={title}>
                {data[name].map((order) => (
                  <TodayRow
                    key={order.id}
                    order={order}
                    today={today}
                    chat={chat}
                    isReminder={name === 'unpaid'}
                    isAgain={name === 'complaints'}
                    isOpen={order.id === open}
                    isBusy={busyId === order.id}
                    isBlocked={busyId !== null}
                    onOpen={() => onOpen(order.id)}
                    onNext={() => advance(order)}
                  />
                ))}
              </ul>
              {data.counts[name] > data[name].length && (
                <p className={parts.soft}>
                  Se muestran {data[name].length} de {data.counts[name]}.
                </p>
              )}
            </section>
          ))}
        {data && <PayersNotice payers={data.payers} />}
      </Split>
      {done && (
        <BottomBar
          key={done.text}
          label="Último cambio"
          text={done.text}
          takesFocus
          close={
            <Button variant="quiet" onClick={dismiss}>
              Cerrar aviso
            </Button>
          }
        >
          {done.chat && (
            <ButtonLink
              className={parts.button}
              href={done.chat.url}
              target="_blank"
              rel="noreferrer"
            >
              {done.chat.label}
            </ButtonLink>
          )}
          {done.takeBack && <SmallButton onClick={done.takeBack}>Deshacer</SmallButton>}
        </BottomBar>
      )}
      {window?.kind === 'receipt' && (
        <ReceiptWindow
          order={window.order}
          onAccept={() => {
            close();
            void act(window.order, 'paid');
          }}
          onClose={close}
        />
      )}
      {window?.kind === 'parcel' && (
        <DispatchWindow
          orders={[{ ...window.order, reprint: isAgain(data, window.order) }]}
          onSend={(parcel) => {
            close();
            void act(window.order, 'dispatched', parcel);
          }}
          onClose={close}
        />
      )}
    </>
  );
}

/** Returns true for an order with a complaint or an open reprint. */
function isAgain(today: Today | undefined, { id }: TodayOrder): boolean {
  return today?.complaints.some((each) => each.id === id) === true;
}

type CancelOverdueProps = {
  orders: readonly TodayOrder[];
  isBusy: boolean;
  isBlocked: boolean;
  onCancel: (orders: readonly TodayOrder[]) => void;
};

/** Cancels all overdue unpaid orders at once; the bar below undoes it. */
function CancelOverdue({ orders, isBusy, isBlocked, onCancel }: CancelOverdueProps) {
  if (orders.length === 0) return null;
  return (
    <div>
      <SmallButton busy={isBusy} disabled={isBlocked} onClick={() => onCancel(orders)}>
        {orders.length === 1 ? 'Cancelar el vencido' : `Cancelar los ${orders.length} vencidos`}
      </SmallButton>
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
