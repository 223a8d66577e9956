import { downloadSheet, type Sheet } from '#contract/sheets.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Props = { sheet: Sheet; variant?: 'primary' | 'secondary' };

export function SheetDownload({ sheet: { id }, variant = 'primary' }: Props) {
  const file = useTask(() =>
    download(downloadSheet, { params: { id }, fallbackName: `hoja-${id}.pdf` }),
  );
  return (
    <>
      <Button className={parts.button} variant={variant} busy={file.isBusy} onClick={file.run}>
        {file.isBusy ? 'Descargando...' : 'Descargar hoja'}
      </Button>
      {file.error !== null && (
        <Dialog title="No se pudo descargar" width="narrow" onClose={file.forget}>
          <Failure
            error={file.error}
            text={describeFailure('Error al descargar la hoja de prensa', file.error)}
            onRetry={file.run}
          />
        </Dialog>
      )}
    </>
  );
}
