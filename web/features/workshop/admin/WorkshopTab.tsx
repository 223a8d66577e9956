import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import type { OrderResult } from '#contract/orders-admin.ts';
import type { Sheet } from '#contract/sheets.ts';
import type { WorkshopOrder } from '#contract/workshop.ts';
import { STAGES, type Stage, sendsParcel } from '#domain/order-stage.ts';
import { describeFailure, Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Split } from '#web/features/admin/Split.tsx';
import type { TabPlace } from '#web/features/admin/tab-place.ts';
import { DispatchWindow } from '#web/features/workshop/DispatchWindow.tsx';
import { BottomBar } from '#web/ui/BottomBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { dropFromBoard, refreshBoard, type StepChange, sendStep, useBoard } from './queries.ts';
import { refreshSheets } from './sheets/queries.ts';
import { SheetBar, SheetProgress } from './sheets/SheetBar.tsx';
import { type OpenWindow, SheetWindows } from './sheets/SheetWindows.tsx';
import { isUnderWay } from './sheets/sheet-texts.ts';
import { usePressSheets } from './sheets/use-press-sheets.ts';
import { readWait, SelectionBar, Waits, WorkshopToolbar, writeWait } from './Waits.tsx';
import { WorkshopList } from './WorkshopList.tsx';
import { describeStep } from './workshop-texts.ts';

type OrderWindowProps = {
  id: string;
  isBeside: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

type Props = TabPlace & {
  orderWindow: (props: OrderWindowProps) => ReactNode;
};

export function WorkshopTab({ filters, onFilters, open, onOpen, orderWindow }: Props) {
  const client = useQueryClient();
  const wait = readWait(filters);
  const list = useBoard(wait);
  const { news, change, dismiss } = useSteps();
  const { chosen, choose, clear } = useChoice();
  const sheets = usePressSheets({
    onAsked: () => {
      clear();
      dismiss();
    },
  });
  const [openWindow, setOpenWindow] = useState<OpenWindow | null>(null);
  const [leaving, setLeaving] = useState<readonly WorkshopOrder[]>([]);
  const [flash, showFlash] = useFlash();
  const step = STAGES[wait].act;
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = step ? orders.filter(({ id }) => chosen.has(id)) : [];
  const sums = list.data?.pages[0];

  const pick = (next: Stage) => {
    onFilters(writeWait(next));
    clear();
  };
  const advance = (some: readonly WorkshopOrder[]) => {
    if (sendsParcel(step)) setLeaving(some);
    else if (step) change({ orders: some, step, isSet: true });
  };
  const close = () => {
    onOpen(null);
    void refreshBoard(client);
  };
  const makeSheet = () => sheets.make(selected.map(({ id }) => id));
  const markSheet = ({ unmarked }: Sheet) =>
    change({ orders: unmarked, step: 'printed', isSet: true });

  return (
    <>
      <WorkshopToolbar onOpen={setOpenWindow} />
      <Waits counts={sums?.counts} pins={sums?.pins} chosen={wait} onChoose={pick} />
      <Flash flash={flash} />
      {news && <RefusedSteps news={news} />}
      <Split
        pane={(isBeside) =>
          open &&
          orderWindow({
            id: open,
            isBeside,
            onClose: close,
            onDeleted: () => {
              showFlash('info', `Eliminaste el pedido ${open}. Queda 7 días en la papelera.`);
              close();
            },
          })
        }
      >
        <WorkshopList
          list={list}
          orders={orders}
          wait={wait}
          step={step}
          chosen={chosen}
          onChoose={choose}
          open={open}
          onOpen={onOpen}
          onStep={(order) => advance([order])}
        />
      </Split>
      {step && selected.length > 0 ? (
        <SelectionBar
          orders={selected}
          step={step}
          isAsking={sheets.isBusy}
          onSheet={makeSheet}
          onSettings={() => setOpenWindow('settings')}
          onAdvance={() => advance(selected)}
          onTakeBack={(mark) => change({ orders: selected, step: mark, isSet: false })}
          onClear={clear}
        />
      ) : news && news.done.length > 0 ? (
        <StepBar news={news} onChange={change} onClose={dismiss}>
          {sheets.shown && isUnderWay(sheets.shown) && <SheetProgress sheet={sheets.shown} />}
        </StepBar>
      ) : (
        sheets.shown && (
          <SheetBar
            key={sheets.shown.id}
            sheet={sheets.shown}
            isAsked={sheets.shown.id === sheets.asked}
            onCancel={sheets.cancel}
            onMark={markSheet}
            onRetry={sheets.repeat}
            onShowAll={() => setOpenWindow('sheets')}
            onClose={sheets.close}
          />
        )
      )}
      {leaving.length > 0 && (
        <DispatchWindow
          orders={leaving}
          onSend={(parcel) => {
            setLeaving([]);
            change({ orders: leaving, step: 'dispatched', isSet: true, parcel });
          }}
          onClose={() => setLeaving([])}
        />
      )}
      <SheetWindows
        sheets={sheets}
        openWindow={openWindow}
        orderCount={selected.length}
        onMake={makeSheet}
        onMark={markSheet}
        onOpenOrder={onOpen}
        onClose={() => setOpenWindow(null)}
      />
    </>
  );
}

type StepBarProps = {
  news: StepNews;
  onChange: (change: StepChange) => void;
  onClose: () => void;
  children: ReactNode;
};

function StepBar({ news: { done, step, isSet }, onChange, onClose, children }: StepBarProps) {
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

function RefusedSteps({ news: { refused, error } }: { news: StepNews }) {
  if (error !== null) {
    return <Failure error={error} text={describeFailure('Error al guardar las marcas', error)} />;
  }
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

type StepNews = Pick<StepChange, 'step' | 'isSet'> & {
  /** Orders that have changed, in the version from then on: they can be changed back. */
  done: StepChange['orders'];
  refused: readonly OrderResult[];
  /** Why nobody knows what became of the rest. */
  error: unknown;
};

/** Notes steps, tells what became of it, and takes the last change back. */
function useSteps() {
  const client = useQueryClient();
  const [news, setNews] = useState<StepNews | null>(null);
  const underWay = useRef(new Set<string>());
  const change = async (wanted: StepChange) => {
    const { step, isSet } = wanted;
    // A second press would find what the first has changed.
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
        step,
        isSet,
        done: results.flatMap(({ success, order }) => (success && order ? order : [])),
        refused: results.filter(({ success }) => !success),
        error: null,
      });
    } catch (error) {
      setNews({ step, isSet, done: [], refused: [], error });
    }
    await Promise.all([refreshBoard(client), refreshSheets(client)]);
  };
  return {
    news,
    change: (wanted: StepChange) => void change(wanted),
    dismiss: () => setNews(null),
  };
}

function useChoice() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  return {
    chosen,
    choose: (ids: readonly string[], isChosen: boolean) =>
      setChosen((now) => {
        const others = [...now].filter((id) => !ids.includes(id));
        return new Set(isChosen ? [...others, ...ids] : others);
      }),
    clear: () => setChosen(new Set()),
  };
}
