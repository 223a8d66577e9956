import { useState } from 'react';
import { downloadSheet, readSheet, requestSheet, type Sheet } from '#contract/production/sheets.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { readSettings } from './admin/sheets/OptionsWindow.tsx';
import { describeSheetFailure, isUnderWay, listWarnings } from './admin/sheets/sheet-texts.ts';

const POLL_MS = 500;

type Props = {
  id: string;
  isDone: boolean;
  /** Called when the file is being saved. */
  onDone: () => void;
};

/** Makes the press sheet of one order with the last settings, and saves it when done. */
export function OrderSheet({ id, isDone, onDone }: Props) {
  const [warnings, setWarnings] = useState<readonly string[]>([]);
  const saving = useTask(async () => {
    const sheet = await makeSheet(id);
    await download(downloadSheet, {
      params: { id: sheet.id },
      fallbackName: `hoja-${sheet.id}.pdf`,
    });
    setWarnings(listWarnings(sheet));
    onDone();
  });
  return (
    <>
      <Button variant={isDone ? 'secondary' : 'primary'} busy={saving.isBusy} onClick={saving.run}>
        {saving.isBusy ? 'Haciendo la hoja...' : 'Hoja de prensa'}
      </Button>
      {isDone && <p className="soft">Imprime la hoja al 100 %, sin ajustarla al papel</p>}
      {warnings.map((warning) => (
        <p key={warning} className={parts.warning}>
          {warning}
        </p>
      ))}
      <Failed what="Error al hacer la hoja de prensa" error={saving.error} />
    </>
  );
}

/** Returns the finished sheet. @throws Error when it fails, Refusal, LostAnswer */
async function makeSheet(orderId: string): Promise<Sheet> {
  const body = { orderIds: [orderId], ...readSettings() };
  let { sheet } = await callAdmin(requestSheet, { body });
  while (isUnderWay(sheet)) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    sheet = (await callAdmin(readSheet, { params: { id: sheet.id } })).sheet;
  }
  if (sheet.state === 'done') return sheet;
  throw new Error(describeSheetFailure(sheet) ?? 'La hoja se canceló');
}
