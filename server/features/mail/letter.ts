import type { LegalText, Seller } from '#domain/legal/document.ts';
import type { Size } from '#domain/pins/crops.ts';
import type { Context } from '#server/context.ts';
import type { Attachment, OutgoingMail } from '#server/ports/mail/mail.ts';
import type { MailByKind } from './enqueue-mail.ts';

/** A part of a letter; the renderers decide how it looks. */
export type Block =
  | { kind: 'paragraph'; text: string }
  | { kind: 'note'; text: string }
  /** A value to copy or to read out on the phone. */
  | { kind: 'highlight'; label: string; value: string }
  | { kind: 'button'; label: string; url: string }
  | { kind: 'steps'; title: string; items: readonly string[] }
  | { kind: 'facts'; title: string; facts: readonly Fact[] }
  | { kind: 'pictures'; title: string; pictures: readonly LetterPicture[] }
  | { kind: 'prices'; title: string; prices: readonly Price[] }
  /** For the records: rendered small, at the end. */
  | { kind: 'legal'; text: LegalText };

export type Fact = { label: string; value: string; url?: string };

export const paragraph = (text: string): Block => ({ kind: 'paragraph', text });
export const note = (text: string): Block => ({ kind: 'note', text });
export const button = (label: string, url: string): Block => ({ kind: 'button', label, url });

/** Returns a list of facts, without those that are falsy; no block when none is left. */
export function factList(title: string, facts: readonly (Fact | null | false | '')[]): Block[] {
  const known = facts.filter((fact) => !!fact);
  return known.length > 0 ? [{ kind: 'facts', title, facts: known }] : [];
}

export type LetterPicture = {
  /** Name of the inline picture; null when the picture is lost. */
  cid: string | null;
  quantity: number;
  /** The product's name; null when the shop has only one product. */
  pin: string | null;
  name?: string;
  notes: string | null;
};

export type Price = { label: string; amount: string; isTotal?: boolean };

export type Letter = {
  /** One line. */
  subject: string;
  /** The preview text that mail programs show after the subject. */
  preview: string;
  title: string;
  blocks: readonly Block[];
  /** Why the recipient gets this mail. */
  reason: string;
};

/** The shop as the sender. Empty texts are not set. */
export type Sender = Seller & {
  url: string;
  /** Its own logo, as the attachment `LOGO_CID`; left out: the usual one. */
  logo?: Size;
};

export const LOGO_CID = 'logo@tienda';

/** A mail whose letter is not rendered yet. */
export type Written = Pick<OutgoingMail, 'to' | 'replyTo'> & {
  letter: Letter;
  attachments: readonly Attachment[];
};

/** Writes each kind of mail; null: it has no recipient, or its reason no longer exists. */
export type Writers = {
  [Kind in keyof MailByKind]: (
    context: Context,
    mail: MailByKind[Kind],
    jobId: string,
  ) => Promise<Written | null>;
};
