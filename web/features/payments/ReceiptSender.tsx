import { useState } from 'react';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import type { Receipt } from '#contract/payments/payment-details.ts';
import { sendReceipt } from '#contract/payments/receipts.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './ReceiptSender.module.css';

type Props = {
  of: OwnOrder;
  /** The receipt that the shop has; null: none. */
  receipt: Receipt | null;
  onSent?: (() => void) | undefined;
};

/** Uploads the buyer's proof of transfer; a later one replaces it. */
export function ReceiptSender({ of, receipt, onSent }: Props) {
  const [sent, setSent] = useState<Receipt | null>(null);
  const kept = sent ?? receipt;
  const { isBusy, error, run } = useTask(async (file: File) => {
    setSent((await sendForm(sendReceipt, { ...of, receipt: file })).receipt);
    onSent?.();
  });
  return (
    <div className={styles.sender}>
      {kept && error === null && (
        <Notice tone="success">
          Recibimos tu comprobante el {formatDateTime(kept.receivedAt)}. Lo revisamos y te avisamos
          cuando esté confirmado.
        </Notice>
      )}
      <Problem error={error} text="No pudimos recibir tu comprobante. Intenta de nuevo." />
      <FileButton
        accept="application/pdf,image/jpeg,image/png,image/webp"
        busy={isBusy}
        onFiles={([file]) => file && void run(file)}
      >
        {isBusy
          ? 'Enviando tu comprobante...'
          : kept
            ? 'Enviar otro comprobante'
            : 'Adjuntar comprobante'}
      </FileButton>
      <p className="soft">PDF o foto de hasta 5&nbsp;MB. Solo lo ve la tienda.</p>
    </div>
  );
}
