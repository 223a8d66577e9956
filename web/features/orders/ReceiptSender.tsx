import { useState } from 'react';
import type { Receipt } from '#contract/payment-details.ts';
import { sendReceipt as route } from '#contract/receipts.ts';
import { formatDateTime } from '#domain/dates.ts';
import { CONNECTION_LOST, isUnauthenticated, LostAnswer, toApiError } from '#web/lib/api.ts';
import { withBearer } from '#web/lib/bearer.ts';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import styles from './ReceiptSender.module.css';

const FAILED = 'No pudimos recibir tu comprobante. Intenta de nuevo.';

type Props = {
  of: ReceiptOf;
  /** What the shop has already; null: nothing. */
  receipt: Receipt | null;
  onSent?: (() => void) | undefined;
};

/** Takes the buyer's proof of transfer; a later one replaces it. */
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

/** 5 MB over a bad mobile connection. */
const PATIENCE_MS = 300_000;

/** Whose receipt it is: the holder's of a mail's link, or the account's own order. */
type ReceiptOf = { token: string } | { orderId: string };

/** @throws Refusal, LostAnswer */
function sendReceipt(file: File, of: ReceiptOf): Promise<Receipt> {
  const form = new FormData();
  for (const [field, value] of Object.entries(of)) form.append(field, value);
  form.append('receipt', file);
  return withBearer((headers) => send(form, headers), isUnauthenticated);
}

async function send(body: FormData, headers: Record<string, string>): Promise<Receipt> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(`/api${route.path}`, { method: 'POST', body, headers, signal }).catch(
    () => {
      throw new LostAnswer(CONNECTION_LOST);
    },
  );
  const json: unknown = await answer.json().catch(() => null);
  const { data } = route.answer.safeParse(json);
  if (!data) throw toApiError(answer.status, json, answer.headers.get('Retry-After'));
  return data.receipt;
}
