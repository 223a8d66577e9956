import * as z from 'zod/mini';
import { readProfile } from '#contract/people.ts';
import { IdentityError } from '#web/identity/errors.ts';
import type { IdentityLinks, IdentityUser } from '#web/identity/identity.ts';
import { JSON_TYPE } from '#web/lib/api.ts';
import { type Answer, callIdentity, type Fetch } from './call.ts';
import { joinTabs, type Tabs } from './tabs.ts';

/**
 * The shop's server and the other tabs, handed to a provider whose code is loaded by itself: what it
 * imported too would be a further file for everybody.
 */
export type Wire = {
  /** Makes one of the shop's own calls about accounts, below `/api/identity`. */
  call: (path: string, call: { body: object; headers: Record<string, string> }) => Promise<Answer>;
  readUser: (token: string) => ReturnType<typeof readUser>;
  mailLinks: typeof mailLinks;
  tabs: Tabs;
};

export function openWire(fetcher: Fetch, tabs: Tabs = joinTabs()): Wire {
  return {
    call: (path, call) => callIdentity(fetcher, `/api/identity${path}`, call),
    readUser: (token) => readUser(fetcher, token),
    mailLinks,
    tabs,
  };
}

export function mailLinks(
  post: (path: string, body: object) => Promise<unknown>,
  afterVerification: () => Promise<IdentityUser | null>,
): IdentityLinks {
  return {
    async verifyEmail(token) {
      await post('/verify-email', { token });
      await afterVerification();
    },
    afterVerification,
    async rejectAccount(token) {
      await post('/reject-account', { token });
    },
    async resetPassword({ token, password }) {
      await post('/reset-password', { newPassword: password, token });
    },
  };
}

/** Reads the user live, by an ID token: after verifying, the same token shows it. */
export async function readUser(fetcher: Fetch, token: string): Promise<IdentityUser> {
  const headers = { Authorization: `Bearer ${token}`, ...JSON_TYPE };
  const answer = await callIdentity(fetcher, `/api${readProfile.path}`, { headers });
  const { data } = z.safeParse(readProfile.answer, answer);
  if (!data) throw new IdentityError('unknown');
  const { uid, email, emailVerified, providers, metadata } = data.user;
  return { uid, email, emailVerified, providers, metadata };
}
