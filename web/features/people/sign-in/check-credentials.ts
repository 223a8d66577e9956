import { isEmail } from '#domain/delivery.ts';
import { identityMessages } from '#web/identity/messages.ts';

export const MIN_PASSWORD_LENGTH = 8;
const PASSWORD_MISMATCH = 'Las contraseñas no coinciden';

/** @returns what is wrong with a password that somebody chooses, null when nothing is */
export function newPasswordProblem(password: string, confirmation: string): string | null {
  if (!password) return 'Ingresa una contraseña';
  if (password !== confirmation) return PASSWORD_MISMATCH;
  if (password.length < MIN_PASSWORD_LENGTH) return identityMessages['weak-password'];
  return null;
}

const ONLY_PLAIN =
  'Por ahora no podemos abrir cuentas con letras como ñ o á en el email. Usa otro email, o haz tu pedido sin cuenta con este.';

/** @returns what is wrong with the e-mail of a new account; the identity provider takes only ASCII */
export function newEmailProblem(email: string): string | null {
  return emailProblem(email) ?? (/^[ -~]*$/.test(email) ? null : ONLY_PLAIN);
}

/** @returns what is wrong with an e-mail address, null when nothing is */
export function emailProblem(email: string): string | null {
  if (!email) return 'Ingresa tu email';
  return isEmail(email) ? null : identityMessages['invalid-email'];
}
