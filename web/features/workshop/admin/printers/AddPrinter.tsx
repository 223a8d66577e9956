import { useState } from 'react';
import { PRINTER_NAME_LENGTH } from '#contract/printers.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Field } from '#web/ui/Field.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { MeasureFields } from './MeasureFields.tsx';
import { readMeasures, UNMEASURED } from './measures.ts';
import styles from './Printers.module.css';
import { usePrinterCalls } from './use-printer-calls.ts';

export function AddPrinter({ known }: { known: readonly string[] }) {
  const [name, setName] = useState('');
  const [measures, setMeasures] = useState(UNMEASURED);
  const [isSent, setSent] = useState(false);
  const { isBusy, error, save } = usePrinterCalls();
  useUnsaved(name !== '' || measures.across !== '' || measures.down !== '');
  const problem = findProblem(name.trim(), known);
  const send = async () => {
    setSent(true);
    const { scale } = readMeasures(measures);
    if (problem || !scale || !(await save(name.trim(), scale))) return;
    setName('');
    setMeasures(UNMEASURED);
    setSent(false);
  };
  return (
    <form
      className={styles.form}
      noValidate
      aria-label="Agregar impresora"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <h3 className={styles.name}>Agregar impresora</h3>
      <Field label="Nombre de la impresora" error={isSent ? problem : undefined}>
        {(input) => (
          <input
            {...input}
            type="text"
            dir="auto"
            maxLength={PRINTER_NAME_LENGTH}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
      </Field>
      <MeasureFields measures={measures} isSent={isSent} onEdit={setMeasures} />
      <div>
        <Button type="submit" busy={isBusy}>
          Agregar impresora
        </Button>
      </div>
      {error !== null && (
        <Failure error={error} text={describeFailure('Error al guardar la impresora', error)} />
      )}
    </form>
  );
}

function findProblem(name: string, known: readonly string[]): string | undefined {
  if (name === '') return 'Escribe el nombre de la impresora';
  return known.includes(name) ? 'Ya hay una impresora con este nombre' : undefined;
}
