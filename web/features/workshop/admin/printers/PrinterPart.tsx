import { useState } from 'react';
import type { Printer } from '#contract/printers.ts';
import { TRUE_SCALE } from '#domain/paper.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { MeasureFields } from './MeasureFields.tsx';
import { describeScale, readMeasures, UNMEASURED } from './measures.ts';
import styles from './Printers.module.css';
import { usePrinterCalls } from './use-printer-calls.ts';

export function PrinterPart({ printer }: { printer: Printer }) {
  const { name } = printer;
  const [measures, setMeasures] = useState(UNMEASURED);
  const [isOpen, setOpen] = useState(false);
  const [isSent, setSent] = useState(false);
  const { isBusy, error, save, remove } = usePrinterCalls();
  useUnsaved(measures.across !== '' || measures.down !== '');
  const close = () => {
    setOpen(false);
    setSent(false);
    setMeasures(UNMEASURED);
  };
  const send = async () => {
    setSent(true);
    const { scale } = readMeasures(measures);
    if (scale && (await save(name, scale))) close();
  };
  const isTrue = printer.scaleX === 1 && printer.scaleY === 1;
  return (
    <li className={styles.printer}>
      <h3 className={styles.name} dir="auto">
        {name}
      </h3>
      <p>Factor: {describeScale(printer)}</p>
      {isOpen && (
        <form
          className={styles.form}
          noValidate
          aria-label={`Medir ${name}`}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <MeasureFields measures={measures} isSent={isSent} onEdit={setMeasures} />
          <div className={styles.row}>
            <Button type="submit" busy={isBusy}>
              Guardar medida
            </Button>
            <Button variant="secondary" onClick={close}>
              Cancelar
            </Button>
          </div>
        </form>
      )}
      {!isOpen && (
        <div className={styles.row}>
          <Button
            variant="secondary"
            aria-label={`Medir de nuevo ${name}`}
            onClick={() => setOpen(true)}
          >
            Medir de nuevo
          </Button>
          <Button
            variant="secondary"
            disabled={isTrue || isBusy}
            aria-label={`Restablecer ${name}`}
            onClick={() => void save(name, TRUE_SCALE)}
          >
            Restablecer
          </Button>
          <Button
            variant="quiet"
            disabled={isBusy}
            aria-label={`Quitar ${name}`}
            onClick={() => void remove(name)}
          >
            Quitar
          </Button>
        </div>
      )}
      {error !== null && (
        <Failure error={error} text={describeFailure('Error al guardar la impresora', error)} />
      )}
    </li>
  );
}
