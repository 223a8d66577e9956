import { messageOf } from '#web/lib/api.ts';
import { Notice } from './Notice.tsx';

/** An error's message, or `text` if it has none; nothing without an error. */
export function Problem({ error, text }: { error: unknown; text?: string | undefined }) {
  return error === null ? null : <Notice tone="error">{messageOf(error, text)}</Notice>;
}
