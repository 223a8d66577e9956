import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { Sheet } from '#contract/production/sheets.ts';
import type { Parcel, WorkshopOrder } from '#contract/production/workshop.ts';
import { isPickedUp } from '#domain/delivery/way-texts.ts';
import { type Act, STAGES, type Stage, sendsParcel } from '#domain/orders/order-stage.ts';
import { DispatchWindow } from '#web/features/production/DispatchWindow.tsx';
import { describeBinned } from '#web/panel/order/order-texts.ts';
import { Split } from '#web/panel/Split.tsx';
import type { TabPlace } from '#web/panel/tab-place.ts';
import { useChoice } from '#web/panel/use-choice.ts';
import { Flash, useFlash } from '#web/ui/Flash.tsx';
import { refreshBoard, useBoard } from './queries.ts';
import { RefusedSteps, StepBar, useSteps } from './Steps.tsx';
import { SheetBar, SheetProgress } from './sheets/SheetBar.tsx';
import { type OpenWindow, SheetWindows } from './sheets/SheetWindows.tsx';
import { isUnderWay } from './sheets/sheet-texts.ts';
import { usePressSheets } from './sheets/use-press-sheets.ts';
import { TrackingWindow } from './TrackingWindow.tsx';
import {
  ProductFilter,
  readWait,
  SelectionBar,
  Waits,
  WorkshopToolbar,
  writeWait,
} from './Waits.tsx';
import { WorkshopList } from './WorkshopList.tsx';

export function WorkshopTab({ filters, onFilters, open, onOpen, orderWindow }: TabPlace) {
  const client = useQueryClient();
  const asked = readWait(filters);
  // A tap is answered before its list is drawn.
  const wait = useDeferredValue(asked);
  const product = filters.producto ?? null;
  const list = useBoard(wait, product);
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
  const [numbered, setNumbered] = useState<readonly WorkshopOrder[]>([]);
  const [flash, showFlash] = useFlash();
  const step = STAGES[wait].act;
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = step ? orders.filter(({ id }) => chosen.has(id)) : [];
  const sums = list.data?.pages[0];

  const pick = (next: Stage, of: string | null) => {
    onFilters(writeWait(next, of));
    clear();
  };
  const note = (some: readonly WorkshopOrder[], done: Act, isSet = true, parcel?: Parcel) =>
    change({ orders: some, step: done, isSet, isPickedUp: some.every(isPickedUp), parcel });
  const advance = (some: readonly WorkshopOrder[]) => {
    const hasParcel = some.some((one) => sendsParcel(step, { isPickedUp: isPickedUp(one) }));
    if (hasParcel) setLeaving(some);
    else if (step) note(some, step);
  };
  const close = () => {
    onOpen(null);
    void refreshBoard(client);
  };
  const makeSheet = () =>
    sheets.make(
      selected.map(({ id }) => id),
      product,
    );
  const markSheet = ({ unmarked }: Sheet) =>
    change({ orders: unmarked, step: 'printed', isSet: true, isPickedUp: false });

  return (
    <>
      <WorkshopToolbar onOpen={setOpenWindow} />
      <Waits
        counts={sums?.counts}
        pins={sums?.pins}
        chosen={asked}
        onChoose={(next) => pick(next, product)}
      />
      <ProductFilter
        products={sums?.products}
        chosen={product}
        onChoose={(of) => pick(asked, of)}
      />
      <Flash flash={flash} />
      {news && <RefusedSteps news={news} />}
      <Split
        {...{ open, orderWindow }}
        onClose={close}
        onDeleted={(id) => showFlash('info', describeBinned(id))}
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
          product={product}
          step={step}
          isAsking={sheets.isBusy}
          onSheet={makeSheet}
          onSettings={() => setOpenWindow('settings')}
          onNumbers={() => setNumbered(selected.filter((one) => !isPickedUp(one)))}
          onAdvance={() => advance(selected)}
          onTakeBack={(mark) => note(selected, mark, false)}
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
            sheets={sheets}
            onMark={markSheet}
            onShowAll={() => setOpenWindow('sheets')}
          />
        )
      )}
      {leaving.length > 0 && (
        <DispatchWindow
          orders={leaving}
          onSend={(parcel) => {
            setLeaving([]);
            note(leaving, 'dispatched', true, parcel);
          }}
          onClose={() => setLeaving([])}
        />
      )}
      {numbered.length > 0 && (
        <TrackingWindow
          orders={numbered}
          onDone={() => {
            setNumbered([]);
            clear();
          }}
          onClose={() => setNumbered([])}
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
