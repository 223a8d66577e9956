import type { Receipt } from '#contract/payment-details.ts';
import { downloadReceipt } from '#contract/receipts.ts';
import { formatDateTime } from '#domain/dates.ts';
import { download } from '#web/features/admin/download.ts';
import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { useTask } from '#web/ui/use-task.ts';

export function ReceiptDownload({ id, receipt }: { id: string; receipt: Receipt }) {
  const name = `${id}_comprobante`;
  const saving = useTask(() => download(downloadReceipt, { params: { id }, fallbackName: name }));
  return (
    <>
      <p>Comprobante recibido el {formatDateTime(receipt.receivedAt)}.</p>
      <Button
        variant="secondary"
        className={parts.button}
        busy={saving.isBusy}
        onClick={saving.run}
      >
        Descargar comprobante
      </Button>
      {saving.error !== null && (
        <Failure
          error={saving.error}
          text={describeFailure('Error al descargar el comprobante', saving.error)}
          onRetry={saving.run}
        />
      )}
    </>
  );
}
