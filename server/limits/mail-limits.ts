/**
 * How many mails of one kind may be caused by somebody who has not shown that the mailbox is
 * theirs: to one recipient, and by one client (a /48 of IPv6 has ten times as many). A neighbourhood
 * may share a client's address, a mailbox belongs to one person.
 */
export const STRANGER_MAILS = {
  recipient: { hour: 5, day: 20 },
  client: { hour: 30, day: 100 },
  network: { hour: 300, day: 1000 },
} as const;
