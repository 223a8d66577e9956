import * as z from 'zod';
import { DAY_MS } from '#domain/base/dates.ts';
import type { Context } from '#server/context.ts';
import { enqueueMail } from '#server/features/mail/enqueue-mail.ts';
import { parseJson } from '#server/lib/parse-json.ts';
import { createIdSigner } from '#server/lib/secrets.ts';
import { markStep, readSender } from './read-opening.ts';

const links = createIdSigner('sender-test');
/** How long the link of a test mail confirms its sender. */
const LIFE_MS = 7 * DAY_MS;
const proof = z.tuple([z.string(), z.number()]);

/** Mails a link to an admin, by which the current sender is confirmed. */
export async function sendTestMail(context: Context, to: string): Promise<void> {
  const { from } = await readSender(context);
  const id = Buffer.from(JSON.stringify([from, context.clock()])).toString('base64url');
  const url = `${context.publicUrl}/api/opening/mail/${links.sign(context, id)}`;
  await enqueueMail(context.db.queries, { kind: 'sender_test', to, url }, context.clock());
}

/** Notes that a test mail was received; an old link, or one of another sender, does nothing. */
export async function confirmSender(context: Context, token: string): Promise<void> {
  const { id } = links.read(context, token) ?? {};
  const read = id && parseJson(Buffer.from(id, 'base64url').toString());
  const { data } = proof.safeParse(read);
  const { from } = await readSender(context);
  if (data?.[0] !== from || context.clock() - data[1] > LIFE_MS) return;
  await markStep(context, 'mail', from);
}
