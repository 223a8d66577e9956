import type { Attachment, OutgoingMail } from '../../ports/mail/mail.ts';
import type { Letter } from './letter.ts';

/** A mail whose letter is written and not rendered yet. */
export type Written = Pick<OutgoingMail, 'to' | 'replyTo'> & {
  letter: Letter;
  attachments: readonly Attachment[];
};
