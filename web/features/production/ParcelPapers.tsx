import { useState } from 'react';
import {
  downloadHandover,
  downloadLabels,
  downloadSlips,
  type LabelFormat,
} from '#contract/production/parcels.ts';
import { DownloadButton } from '#web/panel/DownloadButton.tsx';
import { download } from '#web/panel/download.ts';
import { Failed } from '#web/panel/Failure.tsx';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useTasks } from '#web/ui/use-task.ts';

type Props = { ids: readonly string[] };

/** Downloads of packing slips and address labels. */
export function ParcelPapers({ ids }: Props) {
  const [isChoosing, setChoosing] = useState(false);
  const hasOne = ids.length === 1;
  return (
    <>
      <DownloadButton
        file={downloadSlips}
        of={{ query: { ids: ids.join(',') }, fallbackName: 'empaque.pdf' }}
        failure="Error al descargar las listas de empaque"
      >
        {hasOne ? 'Lista de empaque' : 'Listas de empaque'}
      </DownloadButton>
      <SmallButton onClick={() => setChoosing(true)}>
        {hasOne ? 'Etiqueta' : 'Etiquetas'}
      </SmallButton>
      {isChoosing && <LabelsWindow ids={ids} onClose={() => setChoosing(false)} />}
    </>
  );
}

/** Download of the handover list, which the courier signs. */
export function HandoverButton({ ids }: Props) {
  return (
    <DownloadButton
      file={downloadHandover}
      of={{ query: { ids: ids.join(',') }, fallbackName: 'entrega.pdf' }}
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
  const { busy, error, run } = useTasks<LabelFormat>();
  const save = (format: LabelFormat) =>
    void run(format, async () => {
      const query = { ids: ids.join(','), format };
      await download(downloadLabels, { query, fallbackName: 'etiquetas.pdf' });
      onClose();
    });
  return (
    <Dialog
      title={ids.length === 1 ? 'Etiqueta de envío' : 'Etiquetas de envío'}
      subtitle={`${ids.length === 1 ? `Pedido ${ids[0]}` : `${ids.length} pedidos`}. Imprime al 100 %`}
      width="narrow"
      locked={busy !== null}
      onClose={onClose}
    >
      <div className="stack-3">
        {formats.map(([name, text], at) => (
          <Button
            key={name}
            variant="secondary"
            data-autofocus={at === 0 || undefined}
            busy={busy === name}
            disabled={busy !== null}
            onClick={() => save(name)}
          >
            {text}
          </Button>
        ))}
      </div>
      <Failed what="Error al descargar las etiquetas" error={error} />
    </Dialog>
  );
}
