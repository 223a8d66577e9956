import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { WorkshopOrder } from '#contract/workshop.ts';
import { MARK_LABELS, MARK_OF_WAIT, type WaitsFor } from '#domain/workshop.ts';
import parts from '#web/features/admin/parts.module.css';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Flash } from '#web/ui/Flash.tsx';
import { useFlash } from '#web/ui/use-flash.ts';
import { useTask } from '#web/ui/use-task.ts';
import { DispatchWindow } from './DispatchWindow.tsx';
import { MarksNews } from './MarksNews.tsx';
import { refreshBoard, useBoard } from './queries.ts';
import { useMarks } from './use-marks.ts';
import { Waits } from './Waits.tsx';
import { WorkshopList } from './WorkshopList.tsx';
import styles from './WorkshopTab.module.css';
import { countOrders, countPins, describeMarks, markBefore } from './workshop-texts.ts';

type OrderWindowProps = { id: string; onClose: () => void; onDeleted: () => void };

type Props = {
  /** The window of one order. */
  orderWindow: (props: OrderWindowProps) => ReactNode;
};

/** 'Taller': what is to be made and sent, what must leave first at the top. */
export function WorkshopTab({ orderWindow }: Props) {
  const client = useQueryClient();
  const [wait, setWait] = useState<WaitsFor>('print');
  const list = useBoard(wait);
  const { news, change, dismiss } = useMarks();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [open, setOpen] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<readonly WorkshopOrder[]>([]);
  const [usualCourier, setUsualCourier] = useState('');
  const [flash, showFlash] = useFlash();
  const refresh = useTask(() => refreshBoard(client));
  const mark = MARK_OF_WAIT[wait];
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = mark ? orders.filter(({ id }) => chosen.has(id)) : [];
  const sums = list.data?.pages[0];

  const pick = (next: WaitsFor) => {
    setWait(next);
    setChosen(new Set());
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => {
      const others = [...now].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });
  const advance = (some: readonly WorkshopOrder[]) => {
    if (mark === 'dispatched') setLeaving(some);
    else if (mark) change({ orders: some, mark, isSet: true });
  };
  const close = () => {
    setOpen(null);
    void refreshBoard(client);
  };
  const previous = mark && markBefore(mark);

  return (
    <>
      <div className={styles.top}>
        <h3 className={styles.title}>Taller</h3>
        <Button
          variant="secondary"
          className={parts.button}
          busy={refresh.isBusy}
          onClick={refresh.run}
        >
          Actualizar
        </Button>
      </div>
      <Waits counts={sums?.counts} pins={sums?.pins} chosen={wait} onChoose={pick} />
      <Flash flash={flash} />
      {news && <MarksNews news={news} />}
      <WorkshopList
        list={list}
        orders={orders}
        wait={wait}
        mark={mark}
        chosen={chosen}
        onChoose={choose}
        onOpen={setOpen}
        onMark={(order) => advance([order])}
      />
      {mark && selected.length > 0 ? (
        <BottomBar
          label="Pedidos seleccionados"
          text={`${countOrders(selected.length)}, ${countPins(sum(selected))}`}
        >
          <Button className={parts.button} onClick={() => advance(selected)}>
            {MARK_LABELS[mark]}
          </Button>
          {previous && (
            <Button
              variant="secondary"
              className={parts.button}
              onClick={() => change({ orders: selected, mark: previous, isSet: false })}
            >
              Quitar {MARK_LABELS[previous]}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label="Quitar selección"
            onClick={() => setChosen(new Set())}
          >
            Quitar
          </Button>
        </BottomBar>
      ) : (
        news &&
        news.done.length > 0 && (
          <BottomBar
            label="Último cambio"
            text={describeMarks(
              news.done.map(({ id }) => id),
              news.mark,
              news.isSet,
            )}
          >
            {/* Dispatched again, it would be told again. */}
            {(news.isSet || news.mark !== 'dispatched') && (
              <Button
                variant="secondary"
                className={parts.button}
                onClick={() => change({ orders: news.done, mark: news.mark, isSet: !news.isSet })}
              >
                Deshacer
              </Button>
            )}
            <Button variant="quiet" onClick={dismiss}>
              Cerrar aviso
            </Button>
          </BottomBar>
        )
      )}
      {leaving.length > 0 && (
        <DispatchWindow
          orders={leaving}
          usualCourier={usualCourier}
          onSend={(parcel) => {
            setUsualCourier(parcel.courier ?? '');
            setLeaving([]);
            change({ orders: leaving, mark: 'dispatched', isSet: true, parcel });
          }}
          onClose={() => setLeaving([])}
        />
      )}
      {open &&
        orderWindow({
          id: open,
          onClose: close,
          onDeleted: () => {
            showFlash('info', `Eliminaste el pedido ${open}. Queda 7 días en la papelera.`);
            close();
          },
        })}
    </>
  );
}

function sum(orders: readonly WorkshopOrder[]): number {
  return orders.reduce((pins, order) => pins + order.pins, 0);
}
