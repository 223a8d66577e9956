import type { FastifyRequest } from 'fastify';
import { isEmail } from '#domain/delivery.ts';

/** A field of a JSON body, when it is a text. */
export function textOf({ body }: FastifyRequest, name: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  const value: unknown = Object.getOwnPropertyDescriptor(body, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** @returns the body's e-mail in lower case, or null when it is none that mail could be sent to */
export function emailOf(request: FastifyRequest): string | null {
  const email = textOf(request, 'email')?.trim().toLowerCase();
  return email !== undefined && isEmail(email) ? email : null;
}
