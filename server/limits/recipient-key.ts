import { emailKey } from '#server/lib/canonical-email.ts';

const GMAIL = new Set(['gmail.com', 'googlemail.com']);

/**
 * Returns the key of a mailbox in limits and in codes for one order per person, the same for all
 * spellings of its address: lower case, without a tag after `+`, and without dots where the provider
 * ignores them. No mail may be sent to it.
 */
export function recipientKey(address: string): string {
  const folded = emailKey(address);
  const at = folded.lastIndexOf('@');
  const [local, domain] = [folded.slice(0, at), folded.slice(at + 1)];
  const untagged = local.split('+', 1)[0] || local;
  return GMAIL.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`;
}
