import { useId, useState } from 'react';
import type { Receipt } from '#contract/payment-details.ts';
import { formatDateTime } from '#domain/dates.ts';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ReceiptSender.module.css';
import { type ReceiptOf, sendReceipt } from './send-receipt.ts';

const FAILED = 'No pudimos recibir tu comprobante. Intenta de nuevo.';

type Props = {
  of: ReceiptOf;
  /** What the shop has already; null: nothing. */
  receipt: Receipt | null;
  onSent?: (() => void) | undefined;
};

/** Takes the buyer's proof of transfer; a later one replaces it. */
export function ReceiptSender({ of, receipt, onSent }: Props) {
  const id = useId();
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
      <label htmlFor={id} className={styles.label} data-busy={isSending || undefined}>
        {isSending
          ? 'Enviando tu comprobante...'
          : kept
            ? 'Enviar otro comprobante'
            : 'Adjuntar comprobante'}
        <input
          id={id}
          type="file"
          className="visually-hidden"
          accept="application/pdf,image/jpeg,image/png,image/webp"
          disabled={isSending}
          onChange={({ target }) => {
            const file = target.files?.[0];
            target.value = '';
            if (file) void send(file);
          }}
        />
      </label>
      <p className={styles.hint}>PDF o foto de hasta 5 MB. Solo lo ve la tienda.</p>
    </div>
  );
}
