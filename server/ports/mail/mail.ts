/** A picture that the HTML shows by `cid:<cid>`, or an attached file. */
export type Attachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** The id of an inline picture. */
  cid?: string;
};

export type OutgoingMail = {
  /** Without angle brackets; a repetition of the same mail has the same one. */
  messageId: string;
  /** One plain address. */
  to: string;
  replyTo?: string;
  /** The name of the sender. */
  senderName: string;
  /** One line. */
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
};

export type Mailer = {
  /**
   * Sends a mail; when it returns the mail is at its server and survives a crash.
   * @throws MailRefused when a retry is of no use; any other error when it may help
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** The mail is rejected permanently: its address is invalid, or the server refuses it. */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailRefused';
  }
}
