import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';
import { listen } from './listen.ts';

/** A person with an account at the provider. */
type OpenIdPerson = { sub: string; email: string; emailVerified: boolean; name?: string };

/** A real OpenID provider on a loopback port, with one client. */
export type OpenIdProvider = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The user who signs in next; null: the user cancels. */
  person: OpenIdPerson | null;
  /** Requests so far, by path. */
  requests: string[];
  stop: () => Promise<void>;
};

/**
 * @param redirectUri the client's URL after a sign-in
 * @param emailInIdToken whether the ID token contains the e-mail, like Google's
 */
export async function startOpenIdProvider(
  redirectUri: string,
  { emailInIdToken = true }: { emailInIdToken?: boolean } = {},
): Promise<OpenIdProvider> {
  const server = createServer();
  const { url: issuer, close: stop } = await listen(server);
  const client = { clientId: 'pines', clientSecret: 'a secret of the client and the provider' };

  const rig: OpenIdProvider = { ...client, issuer, person: null, requests: [], stop };
  const people = new Map<string, OpenIdPerson>();
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !emailInIdToken,
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: async () => {
        const unknown: OpenIdPerson = { sub, email: '', emailVerified: false };
        const { email, emailVerified, name = 'Persona' } = people.get(sub) ?? unknown;
        return { sub, email, email_verified: emailVerified, name };
      },
    }),
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const path = new URL(request.url ?? '/', issuer).pathname;
    rig.requests.push(path);
    if (!path.startsWith('/interaction/')) return void answer(request, response);
    return void interact().catch(() => response.destroy());

    async function interact(): Promise<void> {
      const { prompt, params } = await provider.interactionDetails(request, response);
      const { person } = rig;
      if (!person) {
        const refusal = { error: 'access_denied', error_description: 'cancelled' };
        await provider.interactionFinished(request, response, refusal);
        return;
      }
      people.set(person.sub, person);
      if (prompt.name === 'login' || prompt.name === 'select_account') {
        const login = { login: { accountId: person.sub }, select_account: {} };
        await provider.interactionFinished(request, response, login);
        return;
      }
      const grant = new provider.Grant({
        accountId: person.sub,
        clientId: String(params.client_id),
      });
      grant.addOIDCScope('openid email profile');
      await provider.interactionFinished(request, response, {
        consent: { grantId: await grant.save() },
      });
    }
  });
  return rig;
}
