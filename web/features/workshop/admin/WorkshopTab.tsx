import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { Sheet } from '#contract/sheets.ts';
import type { WorkshopOrder } from '#contract/workshop.ts';
import type { WaitsFor } from '#domain/workshop.ts';
import parts from '#web/features/admin/parts.module.css';
import type { TabPlace } from '#web/features/admin/tab-place.ts';
import { Button } from '#web/ui/Button.tsx';
import { Flash } from '#web/ui/Flash.tsx';
import { useFlash } from '#web/ui/use-flash.ts';
import { useTask } from '#web/ui/use-task.ts';
import { DispatchWindow } from './DispatchWindow.tsx';
import { PrintersWindow } from './printers/PrintersWindow.tsx';
import { refreshBoard, useBoard } from './queries.ts';
import { RefusedSteps } from './RefusedSteps.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import { StepBar } from './StepBar.tsx';
import { AlreadyPrintedWindow } from './sheets/AlreadyPrintedWindow.tsx';
import { SettingsWindow } from './sheets/SettingsWindow.tsx';
import { SheetBar } from './sheets/SheetBar.tsx';
import { SheetProgress } from './sheets/SheetProgress.tsx';
import { SheetsWindow } from './sheets/SheetsWindow.tsx';
import { SheetTroubleWindow } from './sheets/SheetTroubleWindow.tsx';
import { isUnderWay } from './sheets/sheet-texts.ts';
import { usePressSheets } from './sheets/use-press-sheets.ts';
import { useSteps } from './use-steps.ts';
import { Waits } from './Waits.tsx';
import { WorkshopList } from './WorkshopList.tsx';
import { readWait, writeWait } from './wait-address.ts';
import { stepOf } from './workshop-texts.ts';

type OrderWindowProps = { id: string; onClose: () => void; onDeleted: () => void };

type Props = TabPlace & {
  /** The window of one order. */
  orderWindow: (props: OrderWindowProps) => ReactNode;
};

type OpenWindow = 'settings' | 'sheets' | 'printers';

/** 'Taller': what is to be made and sent, what must leave first at the top. */
export function WorkshopTab({ filters, onFilters, open, onOpen, orderWindow }: Props) {
  const client = useQueryClient();
  const wait = readWait(filters);
  const list = useBoard(wait);
  const { news, change, dismiss } = useSteps();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setChosen(new Set());
  const sheets = usePressSheets({
    onAsked: () => {
      clear();
      dismiss();
    },
  });
  const [openWindow, setOpenWindow] = useState<OpenWindow | null>(null);
  const [leaving, setLeaving] = useState<readonly WorkshopOrder[]>([]);
  const [usualCourier, setUsualCourier] = useState('');
  const [flash, showFlash] = useFlash();
  const refresh = useTask(() => refreshBoard(client));
  const step = stepOf(wait);
  const orders = list.data?.pages.flatMap((page) => page.orders) ?? [];
  const selected = step ? orders.filter(({ id }) => chosen.has(id)) : [];
  const sums = list.data?.pages[0];

  const pick = (next: WaitsFor) => {
    onFilters(writeWait(next));
    clear();
  };
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((now) => {
      const others = [...now].filter((id) => !ids.includes(id));
      return new Set(isChosen ? [...others, ...ids] : others);
    });
  const advance = (some: readonly WorkshopOrder[]) => {
    if (step === 'dispatched') setLeaving(some);
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
      <div className={parts.toolbar}>
        <h3 className={parts.heading}>Taller</h3>
        <Button
          variant="secondary"
          className={parts.button}
          onClick={() => setOpenWindow('sheets')}
        >
          Hojas de prensa
        </Button>
        <Button
          variant="secondary"
          className={parts.button}
          onClick={() => setOpenWindow('printers')}
        >
          Impresoras
        </Button>
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
      {news && <RefusedSteps news={news} />}
      <WorkshopList
        list={list}
        orders={orders}
        wait={wait}
        step={step}
        chosen={chosen}
        onChoose={choose}
        onOpen={onOpen}
        onStep={(order) => advance([order])}
      />
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
          usualCourier={usualCourier}
          onSend={(parcel) => {
            setUsualCourier(parcel.courier ?? '');
            setLeaving([]);
            change({ orders: leaving, step: 'dispatched', isSet: true, parcel });
          }}
          onClose={() => setLeaving([])}
        />
      )}
      {openWindow === 'settings' && (
        <SettingsWindow
          orderCount={selected.length}
          onMake={() => {
            setOpenWindow(null);
            makeSheet();
          }}
          onClose={() => setOpenWindow(null)}
        />
      )}
      {openWindow === 'printers' && <PrintersWindow onClose={() => setOpenWindow(null)} />}
      {openWindow === 'sheets' && (
        <SheetsWindow
          list={sheets.list}
          onOpen={onOpen}
          onCancel={sheets.cancel}
          onMark={markSheet}
          onRetry={sheets.repeat}
          onClose={() => setOpenWindow(null)}
        />
      )}
      {sheets.repeated && (
        <AlreadyPrintedWindow
          sheet={sheets.repeated}
          onKeep={sheets.keepRepeated}
          onCancel={sheets.cancel}
        />
      )}
      {sheets.trouble && <SheetTroubleWindow trouble={sheets.trouble} onClose={sheets.forget} />}
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
