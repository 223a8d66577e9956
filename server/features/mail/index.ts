export { countMail, sweepMailCounts, uncountMail } from './count-mail.ts';
export { enqueueMail, type Mail, type SecondFactorChange } from './enqueue-mail.ts';
export { forgetMails } from './forget-mails.ts';
export type { StatusNews } from './letters/order-status.ts';
export { mailHandlers } from './mail-handlers.ts';
export type { MailedOrder, OrderSource } from './write-letter.ts';
