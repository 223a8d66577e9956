import { useState } from 'react';
import type { Receipt } from '#contract/payment-details.ts';
import { sendReceipt as route } from '#contract/receipts.ts';
import { formatDateTime } from '#domain/dates.ts';
import { sendForm } from '#web/lib/send-form.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ReceiptSender.module.css';

const FAILED = 'No pudimos recibir tu comprobante. Intenta de nuevo.';

type Props = {
  of: ReceiptOf;
  /** The receipt that the shop has; null: none. */
  receipt: Receipt | null;
  onSent?: (() => void) | undefined;
};

/** Uploads the buyer's proof of transfer; a later one replaces it. */
export function ReceiptSender({ of, receipt, onSent }: Props) {
  const [sent, setSent] = useState<Receipt | null>(null);
  const [isSending, setSending] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const kept = sent ?? receipt;
  const send = async (file: File) => {
    setSending(true);
    setError(null);
    try {
      setSent(await sendReceipt(file, of));
      onSent?.();
    } catch (cause) {
      setError((cause instanceof Error && cause.message) || FAILED);
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
      <p className={styles.hint}>PDF o foto de hasta 5 MB. Solo lo ve la tienda.</p>
    </div>
  );
}

/** The receipt's order: by a mail's link, or of the account. */
type ReceiptOf = { token: string } | { orderId: string };

/** @throws Refusal, LostAnswer */
async function sendReceipt(file: File, of: ReceiptOf): Promise<Receipt> {
  const form = new FormData();
  for (const [field, value] of Object.entries(of)) form.append(field, value);
  form.append('receipt', file);
  return (await sendForm(route, form)).receipt;
}
