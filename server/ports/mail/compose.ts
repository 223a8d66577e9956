import type { MailComposerOptions } from 'nodemailer';
import { checkMail } from './check-mail.ts';
import type { OutgoingMail } from './mail.ts';

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
