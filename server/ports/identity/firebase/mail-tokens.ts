import * as z from 'zod';

const content = z.object({ email: z.string(), code: z.string().min(1).max(500) });

/** A verification mail's code with whose it is, in the shape of the embedded provider's links. */
export type MailToken = z.infer<typeof content>;

/**
 * Puts a code and its e-mail into one text, whose middle part the page reads the e-mail from. Nobody
 * signs it: the code is shown to Firebase before anything follows from it.
 */
export function packMailToken(token: MailToken): string {
  return `firebase.${Buffer.from(JSON.stringify(token)).toString('base64url')}.`;
}

/** @returns the code, or null for anything else */
export function readMailCode(text: string): string | null {
  const [, middle = ''] = /^firebase\.([\w-]+)\.$/.exec(text) ?? [];
  try {
    return content.parse(JSON.parse(Buffer.from(middle, 'base64url').toString())).code;
  } catch {
    return null;
  }
}
