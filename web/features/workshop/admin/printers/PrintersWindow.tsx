import { downloadCalibration } from '#contract/printers.ts';
import { CALIBRATION_MM } from '#domain/paper.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useTask } from '#web/ui/use-task.ts';
import { AddPrinter } from './AddPrinter.tsx';
import { PrinterPart } from './PrinterPart.tsx';
import styles from './Printers.module.css';
import { usePrinters } from './queries.ts';

/** Measures printers, so that a pin is as large on paper as the press wants it. */
export function PrintersWindow({ onClose }: { onClose: () => void }) {
  const { data: printers, error, isFetching, refetch } = usePrinters();
  const page = useTask(() => download(downloadCalibration, { fallbackName: 'calibracion.pdf' }));
  return (
    <FormDialog title="Impresoras" closesOnBackdrop={false} onClose={onClose}>
      <div className={styles.inside}>
        <ol className={styles.steps}>
          <li>Imprime la página de calibración al 100 %, sin ajustarla al papel.</li>
          <li>Mide con una regla sus dos líneas de {CALIBRATION_MM} mm.</li>
          <li>Escribe aquí lo que mide cada una: las hojas de prensa saldrán en su medida.</li>
        </ol>
        <div>
          <Button variant="secondary" busy={page.isBusy} onClick={page.run}>
            {page.isBusy ? 'Preparando...' : 'Descargar página de calibración'}
          </Button>
        </div>
        {page.error !== null && (
          <Failure error={page.error} text={describeFailure('Error al descargar', page.error)} />
        )}
        {error && !isFetching && (
          <Failure
            error={error}
            text={describeFailure('Error al cargar las impresoras', error)}
            onRetry={() => void refetch()}
          />
        )}
        {!printers && isFetching && <Skeleton lines={2} height="6rem" />}
        {printers && (
          <>
            <ul className={styles.printers} aria-label="Impresoras medidas">
              {printers.map((printer) => (
                <PrinterPart key={printer.name} printer={printer} />
              ))}
            </ul>
            <AddPrinter known={printers.map(({ name }) => name)} />
          </>
        )}
      </div>
    </FormDialog>
  );
}
