import * as z from 'zod/mini';
import { readProfile } from '#contract/people.ts';
import { JSON_TYPE } from '#web/lib/api.ts';
import { IdentityError } from '../errors.ts';
import type { IdentityUser } from '../identity.ts';
import { callIdentity, type Fetch } from './call.ts';

/** Reads the user live, by an ID token: after verifying, the same token shows it. */
export async function readUser(fetcher: Fetch, token: string): Promise<IdentityUser> {
  const headers = { Authorization: `Bearer ${token}`, ...JSON_TYPE };
  const answer = await callIdentity(fetcher, `/api${readProfile.path}`, { headers });
  const { data } = z.safeParse(readProfile.answer, answer);
  if (!data) throw new IdentityError('unknown');
  const { uid, email, emailVerified, providers, metadata } = data.user;
  return { uid, email, emailVerified, providers, metadata };
}
