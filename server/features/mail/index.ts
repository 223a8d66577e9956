export { enqueueMail, type Mail } from './enqueue-mail.ts';
export { mailHandlers } from './mail-handlers.ts';
