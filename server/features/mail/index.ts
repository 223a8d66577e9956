export { enqueueMail, type Mail } from './enqueue-mail.ts';
export type { StatusNews } from './letters/order-status.ts';
export { mailHandlers } from './mail-handlers.ts';
