import { cleanText } from '#contract/fields.ts';
import { canonicalEmail } from '#server/lib/canonical-email.ts';
import type { IdentityRequest } from './identity.ts';

/** A field of a JSON body, when it is a text. */
export function textOf({ body }: Pick<IdentityRequest, 'body'>, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

const emails = new WeakMap<Pick<IdentityRequest, 'body'>, string | null>();

/**
 * Returns the body's e-mail in its one spelling, or null when mail could not be sent to it. It is
 * worked out once for a request, which the log asks for it too.
 */
export function emailOf(request: Pick<IdentityRequest, 'body'>): string | null {
  const known = emails.get(request);
  if (known !== undefined) return known;
  const email = canonicalEmail(textOf(request, 'email') ?? '');
  emails.set(request, email);
  return email;
}

const codes: Readonly<Record<string, string>> = {
  email: 'INVALID_EMAIL',
  token: 'INVALID_TOKEN',
  password: 'INVALID_PASSWORD',
  currentPassword: 'INVALID_PASSWORD',
  newPassword: 'INVALID_PASSWORD',
};

/** @returns what is wrong with a body that has control or half characters in a text, or null */
export function textProblem(body: unknown): string | null {
  if (typeof body !== 'object' || body === null) return null;
  const wrong = Object.entries(body).find(
    ([, value]) => typeof value === 'string' && cleanText(value) !== value,
  );
  return wrong ? (codes[wrong[0]] ?? 'VALIDATION_ERROR') : null;
}
