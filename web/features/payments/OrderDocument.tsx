import type { OwnOrder } from '#contract/orders/own-order.ts';
import { openDocument } from '#contract/payments/documents.ts';
import { formatDay } from '#domain/base/dates.ts';
import { documentLabel } from '#domain/payments/invoice.ts';
import { fetchFile, readFile } from '#web/lib/fetch-file.ts';
import { saveFile } from '#web/lib/save-file.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { PagePart } from '#web/ui/PagePart.tsx';
import { useTask } from '#web/ui/use-task.ts';

type Props = { order: ShownOrder; of: OwnOrder };

/** The order's boleta or factura, to read and to save. */
export function OrderDocument({ order: { id, document }, of }: Props) {
  const label = documentLabel(document?.kind);
  const name = label.toLowerCase();
  const saving = useTask(async () => {
    const request = { method: openDocument.method, body: JSON.stringify(of) };
    const answer = await fetchFile(`/api${openDocument.path}`, request);
    saveFile(await readFile(answer), `${id}_${name}.pdf`);
  });
  if (!document) return null;
  return (
    <PagePart title={label}>
      <Facts
        variant="tiles"
        facts={[
          ['Número', document.number],
          ['Fecha', formatDay(document.issuedOn)],
        ]}
      />
      {document.hasFile && (
        <div>
          <Button variant="secondary" busy={saving.isBusy} onClick={saving.run}>
            Descargar {name} (PDF)
          </Button>
        </div>
      )}
      <Problem error={saving.error} text={`No pudimos descargar tu ${name}. Intenta de nuevo.`} />
    </PagePart>
  );
}
