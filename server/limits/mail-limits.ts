/**
 * Maximum number of mails of one kind to unverified addresses: per recipient and per client (ten
 * times as many for a /48 of IPv6). A whole neighbourhood may share a client's IP address, but a
 * mailbox belongs to one person.
 */
export const STRANGER_MAILS = {
  recipient: { hour: 5, day: 20 },
  client: { hour: 30, day: 100 },
  network: { hour: 300, day: 1000 },
} as const;
