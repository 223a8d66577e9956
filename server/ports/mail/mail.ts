/** A picture that the HTML shows by `cid:<cid>`, or a file to keep. */
export type Attachment = {
  filename: string;
  contentType: string;
  content: Uint8Array;
  /** Names an inline picture. */
  cid?: string;
};

export type OutgoingMail = {
  /** Without angle brackets; a repetition of the same mail carries the same one. */
  messageId: string;
  /** One plain address. */
  to: string;
  replyTo?: string;
  /** Under which name the shop writes. */
  senderName: string;
  /** One line. */
  subject: string;
  html: string;
  text: string;
  attachments?: readonly Attachment[];
};

export type Mailer = {
  /**
   * Hands a mail over; when it returns the mail is the next one's care and survives a crash.
   * @throws MailRefused when trying again is of no use; any other error when it may help
   */
  send(mail: OutgoingMail): Promise<void>;
  close(): Promise<void>;
};

/** This mail will never be taken: the address is none, or its server says so for good. */
export class MailRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailRefused';
  }
}
