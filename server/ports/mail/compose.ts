import type { MailComposerOptions } from 'nodemailer';
import { isEmail } from '#domain/delivery.ts';
import { MailRefused, type OutgoingMail } from './mail.ts';

/** Returns a mail in the terms of the library that writes it. @throws MailRefused */
export function compose(from: string, mail: OutgoingMail): MailComposerOptions {
  checkMail(mail);
  const { messageId, to, replyTo, senderName, subject, html, text, attachments = [] } = mail;
  return {
    from: { name: senderName.replaceAll(/\p{Cc}+/gu, ' '), address: from },
    to: { name: '', address: to },
    ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
    subject,
    messageId: `<${messageId}>`,
    headers: { 'auto-submitted': 'auto-generated' },
    html,
    text,
    attachments: attachments.map(({ content, ...rest }) => ({
      ...rest,
      content: Buffer.from(content),
    })),
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

const control = /\p{Cc}/u;

/** Refuses what a header would take for two addresses or two lines. @throws MailRefused */
function checkMail({ messageId, to, replyTo, subject }: OutgoingMail): void {
  for (const address of [to, replyTo ?? to]) {
    if (!isEmail(address) || control.test(address)) throw new MailRefused('not an e-mail address');
  }
  if (control.test(subject)) throw new MailRefused('the subject has more than one line');
  if (!/^[\w-]+@[^\s<>@]+$/.test(messageId)) throw new MailRefused('not a message id');
}
