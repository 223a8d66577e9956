import { useState } from 'react';
import type { OwnOrder } from '#contract/orders/own-order.ts';
import type { Receipt } from '#contract/payments/payment-details.ts';
import { sendReceipt } from '#contract/payments/receipts.ts';
import { formatDateTime } from '#domain/base/dates.ts';
import { messageOf } from '#web/lib/api.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
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
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const send = async (file: File) => {
    setSending(true);
    setError(null);
    try {
      setSent((await sendForm(sendReceipt, { ...of, receipt: file })).receipt);
      onSent?.();
    } catch (cause) {
      setError(messageOf(cause, 'No pudimos recibir tu comprobante. Intenta de nuevo.'));
    }
    setSending(false);
  };
  return (
    <div className={styles.sender}>
      {kept && error === null && (
        <Notice tone="success">
          Recibimos tu comprobante el {formatDateTime(kept.receivedAt)}. Lo revisamos y te avisamos
          cuando esté confirmado.
        </Notice>
      )}
      {error !== null && <Notice tone="error">{error}</Notice>}
      <FileButton
        accept="application/pdf,image/jpeg,image/png,image/webp"
        busy={isSending}
        onFiles={([file]) => file && void send(file)}
      >
        {isSending
          ? 'Enviando tu comprobante...'
          : kept
            ? 'Enviar otro comprobante'
            : 'Adjuntar comprobante'}
      </FileButton>
      <p className="soft">PDF o foto de hasta 5&nbsp;MB. Solo lo ve la tienda.</p>
    </div>
  );
}
