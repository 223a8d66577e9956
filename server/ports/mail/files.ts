import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { writeDurably } from '#server/lib/durable-files.ts';
import { compose } from './compose.ts';
import type { Mailer } from './mail.ts';

/** Mails hold addresses and links that let people in. */
const OWNER_ONLY = 0o600;

/**
 * Puts each mail into a folder, as a file that mail programs open. It is named by the mail's id, so
 * that a repetition finds it there.
 * @param scratch folder on the same disk for files that are not whole yet
 */
export function fileMailer({
  folder,
  scratch,
  from,
}: {
  folder: string;
  scratch: string;
  from: string;
}): Mailer {
  return {
    async send(mail) {
      const content = compose(from, mail);
      const path = join(folder, `${mail.messageId.split('@')[0]}.eml`);
      if (await exists(path)) return;
      const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
      const bytes = await new MailComposer(content).compile().build();
      await writeDurably(path, bytes, { scratch, mode: OWNER_ONLY });
    },
    close: async () => undefined,
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
