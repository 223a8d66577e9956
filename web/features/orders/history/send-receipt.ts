import type { Receipt } from '#contract/payment-details.ts';
import { sendReceipt as route } from '#contract/receipts.ts';
import { CONNECTION_LOST, isUnauthenticated, LostAnswer, toApiError } from '#web/lib/api.ts';
import { withBearer } from '#web/lib/bearer.ts';

/** 5 MB over a bad mobile connection. */
const PATIENCE_MS = 300_000;

/** Whose receipt it is: the holder's of a mail's link, or the account's own order. */
export type ReceiptOf = { token: string } | { orderId: string };

/** @throws Refusal, LostAnswer */
export function sendReceipt(file: File, of: ReceiptOf): Promise<Receipt> {
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
