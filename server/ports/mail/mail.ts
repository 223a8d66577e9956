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
