import type { Config } from '#server/config.ts';
import { fileMailer } from './files.ts';
import type { Mailer } from './mail.ts';
import { smtpMailer } from './smtp.ts';

/**
 * Returns the mailer that the configuration names.
 * @param scratch folder in the data folder for files that are not whole yet
 */
export function openMailer({ mail }: Pick<Config, 'mail'>, scratch: string): Mailer {
  return mail.kind === 'smtp' ? smtpMailer(mail) : fileMailer({ ...mail, scratch });
}
