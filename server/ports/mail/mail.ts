import { isEmail } from '#domain/people/emails.ts';

/** A picture that the HTML shows by `cid:<cid>`, or an attached file. */
export type Attachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** The id of an inline picture. */
  cid?: string;
};

export type OutgoingMail = {
  /** Without angle brackets; a retry of the mail has the same id. */
  messageId: string;
  /** A plain address. */
  to: string;
  replyTo?: string;
  /** The name of the sender. */
  senderName: string;
  /** The sender's plain address; left out: that of the configuration. */
  senderEmail?: string;
  /** One line. */
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
};

export type Mailer = {
  /**
   * Sends a mail; when it returns, the mail server has it and it survives a crash.
   * @throws MailRefused when a retry cannot help; any other error when it may help
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** The mail is rejected permanently: its address is invalid, or the server rejects it. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

const control = /\p{Cc}/u;

/**
 * Checks a mail before it is sent: nothing may be two addresses or two lines in a header.
 * @throws MailRefused
 */
export function checkMail({ messageId, to, replyTo, senderEmail, subject }: OutgoingMail): void {
  for (const address of [to, replyTo ?? to, senderEmail ?? to]) {
    if (!isEmail(address) || control.test(address)) throw new MailRefused('not an e-mail address');
  }
  if (control.test(subject)) throw new MailRefused('the subject has more than one line');
  if (!/^[\w-]+@[^\s<>@]+$/.test(messageId)) throw new MailRefused('not a message id');
}
