export { enqueueMail, type Mail } from './enqueue-mail.ts';
