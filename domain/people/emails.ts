export { isEmail, MAX_EMAIL_LENGTH } from './emails.mjs';
