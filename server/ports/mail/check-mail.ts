import { isEmail } from '#domain/delivery.ts';
import { MailRefused, type OutgoingMail } from './mail.ts';

const control = /\p{Cc}/u;

/** Refuses what a header would take for two addresses or two lines. @throws MailRefused */
export function checkMail({ messageId, to, replyTo, subject }: OutgoingMail): void {
  for (const address of [to, replyTo ?? to]) {
    if (!isEmail(address) || control.test(address)) throw new MailRefused('not an e-mail address');
  }
  if (control.test(subject)) throw new MailRefused('the subject has more than one line');
  if (!/^[\w-]+@[^\s<>@]+$/.test(messageId)) throw new MailRefused('not a message id');
}
