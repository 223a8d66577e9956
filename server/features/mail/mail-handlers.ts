import type { Context } from '#server/context.ts';
import { readLogoPng } from '#server/features/uploads/logo.ts';
import { type JobHandler, PermanentJobError } from '#server/jobs/worker.ts';
import { type Attachment, MailRefused } from '#server/ports/mail/mail.ts';
import { jobKind, type Mail, type MailByKind, mail, mailKinds } from './enqueue-mail.ts';
import { LOGO_CID, type Writers } from './letter.ts';

/**
 * Returns the handler that sends each kind of mail, by the kind of its job. `jobs/worker.ts`
 * retries a failed mail with increasing delays (`retryDelay`). After the last attempt, or at once
 * when the payload is damaged or the mail server rejects the mail permanently
 * (`PermanentJobError`), its job is dead (`pines_jobs{state="dead"}`, docs/operations.md). The
 * order is not affected.
 * @param loadWriters called with the first mail: an idle shop does not need the letters
 */
export function mailHandlers(
  context: Context,
  loadWriters: () => Promise<Writers>,
): Record<string, JobHandler> {
  const handler =
    (kind: Mail['kind']): JobHandler =>
    async (payload, { id }) => {
      const parsed = mail.safeParse({ ...Object(payload), kind });
      if (!parsed.success) throw new PermanentJobError('the payload is damaged');
      const writers = await loadWriters();
      await send(context, writers, { kind: parsed.data.kind, mail: parsed.data, jobId: id });
    };
  return Object.fromEntries(mailKinds.map((kind) => [jobKind(kind), handler(kind)]));
}

async function send<Kind extends Mail['kind']>(
  context: Context,
  writers: Writers,
  { kind, mail, jobId }: { kind: Kind; mail: MailByKind[Kind]; jobId: string },
): Promise<void> {
  const { renderHtml } = await import('./render-html.ts');
  const { renderText } = await import('./render-text.ts');
  const written = await writers[kind](context, mail, jobId);
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
