import type { User } from '@firebase/auth';
import type { IdentityUser } from '../identity.ts';

/**
 * Adds to a user as the shop knows them what Firebase knows better: since when and how the account
 * is entered. Whether the e-mail is verified is the shop's to say.
 */
export function readFirebaseUser(user: IdentityUser, current: User | null): IdentityUser {
  if (current?.uid !== user.uid) return user;
  const { creationTime, lastSignInTime } = current.metadata;
  return {
    ...user,
    providers: current.providerData.map(({ providerId }) => providerId),
    metadata: {
      creationTime: toIso(creationTime) ?? user.metadata.creationTime,
      lastSignInTime: toIso(lastSignInTime) ?? user.metadata.lastSignInTime,
    },
  };
}

/** Firebase's times are text in English, to the second. */
function toIso(time: string | undefined): string | null {
  const millis = Date.parse(time ?? '');
  return Number.isNaN(millis) ? null : new Date(millis).toISOString();
}
