import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import { decodeJwt } from 'jose';
import { proveMailbox } from './hand-over.ts';
import type { EmbeddedOptions } from './options.ts';

/**
 * Google by OpenID Connect. Who it is comes from the ID token alone, whose signature, issuer,
 * audience and nonce have been checked before.
 */
export function googleProvider({
  clientId,
  clientSecret,
  issuer,
}: NonNullable<EmbeddedOptions['google']>) {
  return genericOAuth({
    config: [
      {
        providerId: 'google',
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        prompt: 'select_account',
        pkce: true,
        getUserInfo: async ({ idToken }) => {
          if (!idToken) return null;
          const { sub, email, email_verified, name, ...claims } = decodeJwt(idToken);
          if (!sub || typeof email !== 'string') return null;
          return {
            ...claims,
            sub,
            id: sub,
            email,
            emailVerified: email_verified === true,
            name: typeof name === 'string' ? name : '',
          };
        },
      },
    ],
  });
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
    await proveMailbox(options, user.id, { endSessions: false });
  }
  return undefined;
}
