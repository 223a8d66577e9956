import { canonicalEmail } from '../../canonical-email.ts';
import type { IdentityRequest } from './identity.ts';

/** A field of a JSON body, when it is a text. */
export function textOf({ body }: Pick<IdentityRequest, 'body'>, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** @returns the body's e-mail in its one spelling, or null when mail could not be sent to it */
export function emailOf(request: Pick<IdentityRequest, 'body'>): string | null {
  return canonicalEmail(textOf(request, 'email') ?? '');
}

/** Control characters other than line breaks and tabs: PostgreSQL takes U+0000 in no text. */
const forbidden = /(?![\n\r\t])\p{Cc}/u;

const codes: Readonly<Record<string, string>> = {
  email: 'INVALID_EMAIL',
  token: 'INVALID_TOKEN',
  password: 'INVALID_PASSWORD',
  currentPassword: 'INVALID_PASSWORD',
  newPassword: 'INVALID_PASSWORD',
};

/** @returns what is wrong with a body that has control characters in a text, or null */
export function controlProblem(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const wrong = Object.entries(body).find(
    ([, value]) => typeof value === 'string' && forbidden.test(value),
  );
  return wrong ? (codes[wrong[0]] ?? 'VALIDATION_ERROR') : null;
}
