import type { LegalText } from '#domain/legal/document.ts';
import type { Attachment, OutgoingMail } from '#server/ports/mail/mail.ts';

/** A part of a letter; how it looks is for the renderers to say. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'note'; text: string }
  /** Something to copy or to say on the phone. */
  | { kind: 'highlight'; label: string; value: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'steps'; title: string; items: readonly string[] }
  | { kind: 'facts'; title: string; facts: readonly Fact[] }
  | { kind: 'pictures'; title: string; pictures: readonly LetterPicture[] }
  | { kind: 'prices'; title: string; prices: readonly Price[] }
  /** To be kept rather than read: small, at the end. */
  | { kind: 'legal'; text: LegalText };

export type Fact = { label: string; value: string; url?: string };

export type LetterPicture = {
  /** Name of the inline picture; null when the picture is lost. */
  cid: string | null;
  quantity: number;
  /** Which pin it is; null where the shop has no other. */
  pin: string | null;
  name?: string;
  notes: string | null;
};

export type Price = { label: string; amount: string; isTotal?: boolean };

export type Letter = {
  /** One line. */
  subject: string;
  /** What the list of mails shows beside the subject. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** Why the recipient gets this mail. */
  reason: string;
};

/** Who writes. Empty texts are not set. */
export type Sender = {
  name: string;
  email: string;
  whatsapp: string;
  rut: string;
  address: string;
  url: string;
};

/** A mail whose letter is written and not rendered yet. */
export type Written = Pick<OutgoingMail, 'to' | 'replyTo'> & {
  letter: Letter;
  attachments: readonly Attachment[];
};
