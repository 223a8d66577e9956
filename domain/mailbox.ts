/** One e-mail address, with the name that mail programs show beside it. */
export type Mailbox = { name: string; address: string };
