import * as z from 'zod';
import type { Config } from '../../config.ts';
import type { OutgoingMail } from './mail.ts';

/** Where the process that sends mail hands it over; told first. */
export type Opening = {
  mail: Config['mail'];
  /** Folder in the data folder for files that are not whole yet. */
  scratch: string;
};

/** A mail to send; `id` names it in the answer. */
export type SendRequest = { id: number; mail: OutgoingMail };

/** What became of a mail. Errors come without what they carried but their words. */
export const sendAnswer = z.object({
  id: z.int(),
  outcome: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('sent') }),
    z.object({ kind: z.literal('refused'), message: z.string() }),
    z.object({ kind: z.literal('failed'), message: z.string() }),
  ]),
});
export type SendAnswer = z.infer<typeof sendAnswer>;
