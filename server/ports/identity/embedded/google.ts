import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { decodeJwt } from 'jose';
import { cleanText } from '#contract/fields.ts';
import { canonicalEmail } from '../../../canonical-email.ts';
import { proveMailbox } from './hand-over.ts';
import { lockAccount } from './lock-account.ts';
import type { EmbeddedOptions } from './options.ts';

const PATIENCE_MS = 8000;

/** Google by OpenID Connect, found by its issuer like any other provider. */
export function googleProvider({
  clientId,
  clientSecret,
  issuer,
}: NonNullable<EmbeddedOptions['google']>) {
  const discoveryUrl = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        discoveryUrl,
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        getUserInfo: async ({ idToken, accessToken }) => {
          // Its signature, issuer, audience and nonce have been checked; without one, nothing has.
          if (!idToken) return null;
          const { sub, ...claims } = decodeJwt(idToken);
          const facts = 'email' in claims ? claims : await askForFacts(discoveryUrl, accessToken);
          const email = typeof facts.email === 'string' ? canonicalEmail(facts.email) : null;
          if (!sub || email === null) return null;
          if (facts.sub !== undefined && facts.sub !== sub) return null;
          return {
            id: sub,
            sub,
            email,
            emailVerified: facts.email_verified === true,
            name: typeof facts.name === 'string' ? cleanText(facts.name) : '',
          };
        },
      },
    ],
  });
}

/** Providers may keep the e-mail out of the ID token and tell it only when asked. */
async function askForFacts(
  discoveryUrl: string,
  accessToken: string | undefined,
): Promise<Record<string, unknown>> {
  const { userinfo_endpoint: url } = await readJson(discoveryUrl, {});
  if (typeof url !== 'string') return {};
  return readJson(url, { authorization: `Bearer ${accessToken}` });
}

async function readJson(
  url: string,
  headers: Record<string, string>,
): Promise<Record<string, unknown>> {
  const response = await fetch(url, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
  const answer: unknown = await response.json();
  return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}

/**
 * Decides whom a provider may bring in. An e-mail it does not vouch for opens nothing, and one it
 * does vouch for takes the account over from whoever opened it without proof.
 * @returns an error for the browser, or nothing
 */
export async function admitFromProvider(
  options: EmbeddedOptions,
  user: { id?: string | undefined; emailVerified?: boolean | undefined },
  { method, action }: { method: string; action: string },
): Promise<{ error: string } | undefined> {
  if (method !== 'oauth' || action === 'sign-in') return undefined;
  if (user.emailVerified !== true) return { error: 'email_not_verified' };
  if (action === 'link-account' && user.id) {
    const uid = user.id;
    await options.db.transaction(async (tx) => {
      const account = await lockAccount(options, tx, uid);
      if (!account) return;
      await proveMailbox(options, tx, { account, endSessions: false });
      const facts = { to: account.email, at: options.clock() };
      await options.sendNotice(tx, { kind: 'sign_in_method_added', method: 'google', ...facts });
    });
    options.ringMail();
  }
  return undefined;
}
