import { emailKey } from '#server/lib/canonical-email.ts';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns what a mailbox is counted by in limits and in codes for one order per person, so that other
 * spellings of an address are no other mailbox: lower case, without a tag after `+`, and without
 * dots where the provider ignores them. Never to be written to.
 */
export function recipientKey(address: string): string {
  const folded = emailKey(address);
  const at = folded.lastIndexOf('@');
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  const untagged = local.split('+', 1)[0] || local;
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
