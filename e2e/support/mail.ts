import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Email, readMails } from '#server/testing/mail.ts';
import type { Shop } from './server.ts';

const LIMIT_MS = 10_000;

async function readMailsTo({ dataDir }: Pick<Shop, 'dataDir'>, to: string): Promise<Email[]> {
  const mails = await readMails(join(dataDir, 'mail'));
  return mails.filter((mail) => mail.to?.some(({ address }) => address === to));
}

/**
 * Waits for a mail and returns its link.
 * @param wanted `part`: beginning of the link, which identifies the mail; `skip`: number of earlier
 * mails of that kind
 */
export async function waitForLink(
  shop: Pick<Shop, 'dataDir'>,
  to: string,
  { part, skip = 0 }: { part: string; skip?: number },
): Promise<string> {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    const links = (await readMailsTo(shop, to)).flatMap(
      ({ text = '' }) => text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(part)) ?? [],
    );
    const link = links[skip];
    if (link) return link;
    await sleep(100);
  }
  throw new Error(`no mail with ${part} for ${to}`);
}

/** Waits for a mail by its subject. @returns its text, with white space collapsed */
export async function waitForMail(
  shop: Pick<Shop, 'dataDir'>,
  to: string,
  subject: string,
): Promise<string> {
  const end = Date.now() + LIMIT_MS;
  while (Date.now() < end) {
    const mails = await readMailsTo(shop, to);
    const mail = mails.find((each) => each.subject?.startsWith(subject));
    if (mail) return (mail.text ?? '').replaceAll(/\s+/g, ' ');
    await sleep(100);
  }
  throw new Error(`no mail "${subject}" for ${to}`);
}

/** Returns the number of mails for an address. */
export async function countMails(shop: Pick<Shop, 'dataDir'>, to: string): Promise<number> {
  return (await readMailsTo(shop, to)).length;
}

export const VERIFY = '/api/identity/verify-email';
export const RESET = '/api/identity/reset-password';
