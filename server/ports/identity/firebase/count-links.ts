import type { Limits } from '../../../limits/limits.ts';

/** Wide: Chilean mobile networks put whole neighbourhoods behind one address. */
const LINKS = { name: 'mail_link', points: 120, seconds: 3600 };

/**
 * Counts what makes the shop ask Firebase about a mail's code, per client.
 * @returns a function that throws ShopError `too_many_requests`
 */
export function countLinks(limits: Limits): (address: string) => Promise<void> {
  const limiter = limits.byClient(LINKS);
  return (address) => limiter.consume(address);
}
