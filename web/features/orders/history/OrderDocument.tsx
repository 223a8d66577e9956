import { openDocument } from '#contract/documents.ts';
import { formatDay } from '#domain/dates.ts';
import { fetchFile, readFile } from '#web/lib/fetch-file.ts';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/Button.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import type { ShownOrder } from './shown-order.ts';

const FAILED = 'No pudimos descargar tu boleta. Intenta de nuevo.';

type Props = {
  id: string;
  document: NonNullable<ShownOrder['document']>;
  of: { token: string } | { orderId: string };
};

export function OrderDocument({ id, document, of }: Props) {
  const saving = useTask(async () => {
    const request = { method: openDocument.method, body: JSON.stringify(of) };
    const answer = await fetchFile(`/api${openDocument.path}`, request);
    saveFile(await readFile(answer), `${id}_boleta.pdf`);
  });
  return (
    <>
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
            Descargar boleta (PDF)
          </Button>
        </div>
      )}
      {saving.error !== null && (
        <Notice tone="error">
          {(saving.error instanceof Error && saving.error.message) || FAILED}
        </Notice>
      )}
    </>
  );
}
