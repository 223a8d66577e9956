import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  downloadCalibration,
  listPrinters,
  PRINTER_NAME_LENGTH,
  type Printer,
  removePrinter,
  savePrinter,
} from '#contract/production/printers.ts';
import { CALIBRATION_MM, type PaperScale, TRUE_SCALE } from '#domain/production/paper.ts';
import { callAdmin } from '#web/panel/call-admin.ts';
import { download } from '#web/panel/download.ts';
import { Failed, QueryFailed } from '#web/panel/Failure.tsx';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form, TextField } from '#web/ui/FormFields.tsx';
import type { Problems } from '#web/ui/form-rules.ts';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { type FormOf, useForm } from '#web/ui/use-form.ts';
import { useSettling } from '#web/ui/use-settling.ts';
import { useTask, useTasks } from '#web/ui/use-task.ts';
import { describeScale, type Measures, readMeasures, UNMEASURED } from './measures.ts';
import styles from './Printers.module.css';

/** Calibrates printers, so that printed pins have the exact size of the press. */
export function PrintersWindow({ onClose }: { onClose: () => void }) {
  const list = usePrinters();
  const printers = useSettling<HTMLUListElement>(list.data?.map(({ name }) => name).join());
  const page = useTask(() => download(downloadCalibration, { fallbackName: 'calibracion.pdf' }));
  return (
    <FormDialog title="Impresoras" onClose={onClose}>
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
      <Failed what="Error al descargar" error={page.error} />
      <QueryFailed what="Error al cargar las impresoras" query={list} />
      <ul ref={printers} className={`stack-4 ${styles.printers}`} aria-label="Impresoras medidas">
        {list.data?.map((printer) => (
          <PrinterPart key={printer.name} printer={printer} />
        ))}
      </ul>
      <AddPrinter known={list.data} />
    </FormDialog>
  );
}

/** Shown before the printers are known, so that nothing moves when they are. */
function AddPrinter({ known }: { known: readonly Printer[] | undefined }) {
  const { isBusy, error, save } = usePrinterCalls();
  const form = useForm({
    initial: NEW_PRINTER,
    check: ({ name, ...measures }) => ({
      ...findProblem(name.trim(), known ?? []),
      ...readMeasures(measures).problems,
    }),
    send: async ({ name, ...measures }): Promise<void> => {
      const { scale } = readMeasures(measures);
      if (scale && (await save(name.trim(), scale))) form.reset(NEW_PRINTER);
    },
  });
  useUnsaved(form.isTyped);
  return (
    <Form noValidate aria-label="Agregar impresora" onSend={form.submit}>
      <h3 className="part-title">Agregar impresora</h3>
      <TextField
        label="Nombre de la impresora"
        dir="auto"
        maxLength={PRINTER_NAME_LENGTH}
        {...form.field('name')}
      />
      <MeasureFields form={form} />
      <div>
        <Button type="submit" variant="secondary" busy={isBusy} disabled={!known}>
          Agregar impresora
        </Button>
      </div>
      <Failed what="Error al guardar la impresora" error={error} />
    </Form>
  );
}

function findProblem(name: string, known: readonly Printer[]): Problems {
  if (name === '') return { name: 'Escribe el nombre de la impresora' };
  return known.some((printer) => printer.name === name)
    ? { name: 'Ya hay una impresora con este nombre' }
    : {};
}

function PrinterPart({ printer }: { printer: Printer }) {
  const { name } = printer;
  const [isOpen, setOpen] = useState(false);
  const { isBusy, error, save, remove } = usePrinterCalls();
  const form = useForm({
    initial: UNMEASURED,
    check: (measures) => ({ ...readMeasures(measures).problems }),
    send: async (measures): Promise<void> => {
      const { scale } = readMeasures(measures);
      if (scale && (await save(name, scale))) close();
    },
  });
  useUnsaved(form.isTyped);
  const close = () => {
    setOpen(false);
    form.reset(UNMEASURED);
  };
  const isTrue = printer.scaleX === 1 && printer.scaleY === 1;
  return (
    <li className="box">
      <h3 className="part-title" dir="auto">
        {name}
      </h3>
      <p>Factor: {describeScale(printer)}</p>
      {isOpen && (
        <Form noValidate aria-label={`Medir ${name}`} onSend={form.submit}>
          <MeasureFields form={form} />
          <div className="row">
            <Button type="submit" busy={isBusy}>
              Guardar medida
            </Button>
            <Button variant="secondary" onClick={close}>
              Cancelar
            </Button>
          </div>
        </Form>
      )}
      {!isOpen && (
        <div className="row">
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
      <Failed what="Error al guardar la impresora" error={error} />
    </li>
  );
}

const NEW_PRINTER = { name: '', ...UNMEASURED };
const PRINTERS = ['admin', 'printers'];

export function usePrinters() {
  return useQuery({
    queryKey: PRINTERS,
    queryFn: async ({ signal }) => (await callAdmin(listPrinters, { signal })).printers,
  });
}

/** Saves and removes printers; both return true on success, else `error` has the reason. */
function usePrinterCalls() {
  const client = useQueryClient();
  const { busy, error, run } = useTasks<'save' | 'remove'>();
  const change = (what: 'save' | 'remove', call: () => Promise<unknown>) =>
    run(what, async () => {
      await call();
      await client.invalidateQueries({ queryKey: PRINTERS });
    });
  return {
    isBusy: busy !== null,
    error,
    save: (name: string, body: PaperScale) =>
      change('save', () => callAdmin(savePrinter, { params: { name }, body })),
    remove: (name: string) =>
      change('remove', () => callAdmin(removePrinter, { params: { name } })),
  };
}

type Props = { form: Pick<FormOf<Measures>, 'values' | 'field'> };

function MeasureFields({ form: { values, field } }: Props) {
  const { scale } = readMeasures(values);
  return (
    <>
      <div className={parts.pair}>
        <TextField label="Horizontal (mm)" inputMode="decimal" {...field('across')} />
        <TextField label="Vertical (mm)" inputMode="decimal" {...field('down')} />
      </div>
      <p role="status" className={styles.factor}>
        {scale && `Factor: ${describeScale(scale)}`}
      </p>
    </>
  );
}
