import type { Sheet } from '#contract/sheets.ts';
import { PrintersWindow } from '../printers/PrintersWindow.tsx';
import { AlreadyPrintedWindow } from './AlreadyPrintedWindow.tsx';
import { SettingsWindow } from './SettingsWindow.tsx';
import { SheetsWindow } from './SheetsWindow.tsx';
import { SheetTroubleWindow } from './SheetTroubleWindow.tsx';
import type { usePressSheets } from './use-press-sheets.ts';

export type OpenWindow = 'settings' | 'sheets' | 'printers';

type Props = {
  sheets: ReturnType<typeof usePressSheets>;
  openWindow: OpenWindow | null;
  orderCount: number;
  onMake: () => void;
  onMark: (sheet: Sheet) => void;
  onOpenOrder: (id: string) => void;
  onClose: () => void;
};

/** The window that the owner opened, and those that a sheet opens by itself. */
export function SheetWindows(props: Props) {
  const { sheets, openWindow, orderCount, onMake, onMark, onOpenOrder, onClose } = props;
  return (
    <>
      {openWindow === 'settings' && (
        <SettingsWindow
          orderCount={orderCount}
          onMake={() => {
            onClose();
            onMake();
          }}
          onClose={onClose}
        />
      )}
      {openWindow === 'printers' && <PrintersWindow onClose={onClose} />}
      {openWindow === 'sheets' && (
        <SheetsWindow
          list={sheets.list}
          onOpen={onOpenOrder}
          onCancel={sheets.cancel}
          onMark={onMark}
          onRetry={sheets.repeat}
          onClose={onClose}
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
    </>
  );
}
