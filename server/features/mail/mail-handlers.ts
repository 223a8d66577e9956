import type { Context } from '#server/context.ts';
import { readLogoPng } from '#server/features/uploads/logo.ts';
import { type JobHandler, PermanentJobError } from '#server/jobs/worker.ts';
import { type Attachment, MailRefused } from '#server/ports/mail/mail.ts';
import { jobKind, type Mail, mail, mailKinds } from './enqueue-mail.ts';
import { LOGO_CID } from './letter.ts';
import type { OrderSource } from './order-source.ts';

/**
 * Returns the handler that sends each kind of mail, by the kind of its job. `jobs/worker.ts`
 * retries a failed mail with increasing delays (`retryDelay`). After the last attempt, or at once
 * when the payload is damaged or the mail server rejects the mail permanently
 * (`PermanentJobError`), its job is dead (`pines_jobs{state="dead"}`, docs/operations.md). The
 * order is not affected.
 */
export function mailHandlers(context: Context, orders: OrderSource): Record<string, JobHandler> {
  const handler =
    (kind: Mail['kind']): JobHandler =>
    async (payload, { id }) => {
      const parsed = mail.safeParse({ ...Object(payload), kind });
      if (!parsed.success) throw new PermanentJobError('the payload is damaged');
      await send(context, orders, parsed.data, id);
    };
  return Object.fromEntries(mailKinds.map((kind) => [jobKind(kind), handler(kind)]));
}

/** Loads the code that writes letters with the first mail: an idle shop does not need it. */
async function send(
  context: Context,
  orders: OrderSource,
  mail: Mail,
  jobId: string,
): Promise<void> {
  const { writeLetter } = await import('./write-letter.ts');
  const { renderHtml } = await import('./render-html.ts');
  const { renderText } = await import('./render-text.ts');
  const written = await writeLetter(context, orders, mail, jobId);
  if (!written) return;

  const { config, publicUrl, mailer } = context;
  const { letter, ...envelope } = written;
  const { seller } = (await context.settings.current()).settings;
  const logo = await readLogoPng(context);
  const sender = { ...seller, url: publicUrl, ...(logo && { logo }) };
  const domain = config.mail.from.split('@')[1];
  try {
    await mailer.send({
      ...envelope,
      ...(logo && { attachments: [...envelope.attachments, attachLogo(logo.png)] }),
      senderName: seller.senderName || seller.name,
      ...(seller.senderEmail && { senderEmail: seller.senderEmail }),
      messageId: `${jobId}@${domain}`,
      subject: letter.subject.replaceAll(/\p{Cc}+/gu, ' ').trim(),
      html: renderHtml(letter, sender),
      text: renderText(letter, sender),
    });
  } catch (error) {
    throw error instanceof MailRefused
      ? new PermanentJobError(error.message, { cause: error })
      : error;
  }
}

const attachLogo = (content: Uint8Array): Attachment => ({
  ...{ filename: 'logo.png', contentType: 'image/png', content, cid: LOGO_CID },
});
