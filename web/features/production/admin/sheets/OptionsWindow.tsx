import { useState } from 'react';
import { problemsOf } from '#contract/base/rules.ts';
import { type SheetSettings, sheetSettings } from '#contract/production/sheets.ts';
import { PAPER_NAMES, paperLabels } from '#domain/production/paper.ts';
import { GAP_MM, MARGIN_MM } from '#domain/production/sheets.ts';
import {
  PrintersWindow,
  usePrinters,
} from '#web/features/production/admin/printers/PrintersWindow.tsx';
import { countOrders } from '#web/features/production/board-texts.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import { readNumber, writeNumber } from '#web/lib/decimals.ts';
import parts from '#web/panel/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';

type Props = {
  orderCount: number;
  /** Makes the sheet with the last saved settings. */
  onMake: () => void;
  onClose: () => void;
};

const SEPARATION_OPTIONS = [
  ['colours', 'Un color por pedido'],
  ['lines', 'Líneas finas entre pedidos'],
] as const;

const range = ({ min, max }: { min: number; max: number }) =>
  `De ${writeNumber(min)} a ${max} mm; vacío: lo de la tienda`;

export function OptionsWindow({ orderCount, onMake, onClose }: Props) {
  const [initial] = useState(() => toForm(readSettings()));
  const form = useForm({
    initial,
    check: (values) => problemsOf(sheetSettings, readForm(values)),
    send: (values) => {
      tryStorage(() => localStorage.setItem(KEY, JSON.stringify(readForm(values))));
      onMake();
    },
  });
  const [isMeasuring, setMeasuring] = useState(false);
  const printers = usePrinters();
  const shop = useSettings().data?.settings.press.values;
  const { printer } = form.values;
  const known = printers.data?.map(({ name }) => name) ?? [];
  const names = printer && !known.includes(printer) ? [...known, printer] : known;
  return (
    <>
      <SendDialog
        title="Opciones de la hoja"
        subtitle={`Hoja de prensa para ${countOrders(orderCount)}`}
        label="Hacer la hoja"
        width="narrow"
        form={form}
        onClose={onClose}
      >
        <SelectField
          label="Papel"
          options={[
            ['', `El de la tienda${shop ? ` (${paperLabels[shop.paper]})` : ''}`],
            ...PAPER_NAMES.map((paper) => [paper, paperLabels[paper]] as const),
          ]}
          {...form.choice('paper')}
        />
        <div className={parts.pair}>
          <TextField
            label="Margen (mm)"
            hint={range(MARGIN_MM)}
            inputMode="decimal"
            placeholder={shop && writeNumber(shop.marginMm)}
            {...form.field('margin')}
          />
          <TextField
            label="Entre cortes (mm)"
            hint={range(GAP_MM)}
            inputMode="decimal"
            placeholder={shop && writeNumber(shop.gapMm)}
            {...form.field('gap')}
          />
        </div>
        <SelectField
          label="Cómo se distinguen los pedidos"
          options={SEPARATION_OPTIONS}
          {...form.choice('separation')}
        />
        <SelectField
          label="Impresora"
          options={[['', 'Sin corregir la medida'], ...names.map((name) => [name, name] as const)]}
          {...form.choice('printer')}
        />
        <div>
          <Button variant="quiet" onClick={() => setMeasuring(true)}>
            Agregar o medir impresoras
          </Button>
        </div>
      </SendDialog>
      {isMeasuring && <PrintersWindow onClose={() => setMeasuring(false)} />}
    </>
  );
}

const KEY = 'pines-press-sheet';

/** Settings as typed; an empty paper or length is the shop's default, an empty printer none. */
type SettingsForm = Record<keyof SheetSettings, string>;

const usual: SheetSettings = {
  paper: null,
  printer: null,
  margin: null,
  gap: null,
  separation: 'colours',
};

/** Returns the settings last used in this browser. */
export function readSettings(): SheetSettings {
  const kept: unknown = tryStorage(() => JSON.parse(localStorage.getItem(KEY) ?? 'null'));
  return sheetSettings.safeParse(kept).data ?? usual;
}

function toForm(settings: SheetSettings): SettingsForm {
  const { paper, printer, margin, gap, separation } = settings;
  return {
    paper: paper ?? '',
    printer: printer ?? '',
    margin: margin === null ? '' : writeNumber(margin),
    gap: gap === null ? '' : writeNumber(gap),
    separation: separation ?? 'colours',
  };
}

/** Returns the settings, to be checked by their schema. */
function readForm({ paper, printer, margin, gap, separation }: SettingsForm) {
  return {
    ...{ paper: paper || null, printer: printer || null, separation },
    ...{ margin: readLength(margin), gap: readLength(gap) },
  };
}

const readLength = (typed: string) => (typed.trim() === '' ? null : readNumber(typed));
