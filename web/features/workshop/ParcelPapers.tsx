import { useState } from 'react';
import {
  downloadHandover,
  downloadLabels,
  downloadSlips,
  type LabelFormat,
} from '#contract/parcels.ts';
import { DownloadButton } from '#web/features/admin/DownloadButton.tsx';
import { download } from '#web/features/admin/download.ts';
import { Failed } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import styles from './ParcelPapers.module.css';

type Props = { ids: readonly string[] };

/** Downloads of packing slips and address labels. */
export function ParcelPapers({ ids }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const hasOne = ids.length === 1;
  return (
    <>
      <DownloadButton
        load={() =>
          download(downloadSlips, { query: { ids: ids.join(',') }, fallbackName: 'empaque.pdf' })
        }
        failure="Error al descargar las listas de empaque"
      >
        {hasOne ? 'Lista de empaque' : 'Listas de empaque'}
      </DownloadButton>
      <Button variant="secondary" className={parts.button} onClick={() => setChoosing(true)}>
        {hasOne ? 'Etiqueta' : 'Etiquetas'}
      </Button>
      {isChoosing && <LabelsWindow ids={ids} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** Download of the handover list, which the courier signs. */
export function HandoverButton({ ids }: Props) {
  return (
    <DownloadButton
      load={() =>
        download(downloadHandover, { query: { ids: ids.join(',') }, fallbackName: 'entrega.pdf' })
      }
      failure="Error al descargar la lista de entrega"
    >
      Lista de entrega
    </DownloadButton>
  );
}

const formats: readonly (readonly [LabelFormat, string])[] = [
  ['100x150', '100 × 150 mm, una por página'],
  ['a4', 'A4, ocho por página'],
];

function LabelsWindow({ ids, onClose }: Props & { onClose: () => void }) {
  const [format, setFormat] = useState<LabelFormat | null>(null);
  const [error, setError] = useState<unknown>(null);
  const save = async (wanted: LabelFormat) => {
    setFormat(wanted);
    setError(null);
    try {
      const query = { ids: ids.join(','), format: wanted };
      await download(downloadLabels, { query, fallbackName: 'etiquetas.pdf' });
      onClose();
    } catch (cause) {
      setError(cause);
      setFormat(null);
    }
  };
  return (
    <Dialog
      title={ids.length === 1 ? 'Etiqueta de envío' : 'Etiquetas de envío'}
      subtitle={ids.length === 1 ? `Pedido ${ids[0]}` : `${ids.length} pedidos`}
      width="narrow"
      locked={format !== null}
      onClose={onClose}
    >
      <div className={styles.formats}>
        {formats.map(([name, text], at) => (
          <Button
            key={name}
            variant="secondary"
            data-autofocus={at === 0 || undefined}
            busy={format === name}
            disabled={format !== null}
            onClick={() => void save(name)}
          >
            {text}
          </Button>
        ))}
      </div>
      <Failed what="Error al descargar las etiquetas" error={error} />
    </Dialog>
  );
}
