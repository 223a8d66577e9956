import type { MailComposerOptions } from 'nodemailer';
import type { Mailbox } from '#domain/mailbox.ts';
import { checkMail } from './check-mail.ts';
import type { OutgoingMail } from './mail.ts';

/** A mail in the terms of the library that writes it. @throws MailRefused */
export function compose(from: Mailbox, mail: OutgoingMail): MailComposerOptions {
  checkMail(mail);
  const {
    messageId,
    to,
    replyTo,
    senderName = from.name,
    subject,
    html,
    text,
    attachments = [],
  } = mail;
  return {
    from: { ...from, name: senderName.replaceAll(/\p{Cc}+/gu, ' ') },
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
