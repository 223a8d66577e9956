import type { IdToken } from '#domain/buyer.ts';
import type { IdentityRequest } from '../identity.ts';
import type { CallParts } from './call-parts.ts';

/** @returns the token that a request carries, or null without a genuine one */
export async function askingToken(
  { readToken }: Pick<CallParts, 'readToken'>,
  { headers }: Pick<IdentityRequest, 'headers'>,
): Promise<IdToken | null> {
  const bearer = /^Bearer ([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(headers.authorization ?? '')?.[1];
  return bearer ? readToken(bearer) : null;
}
