import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import * as z from 'zod';
import type { FirebaseSettings } from '#server/config/firebase.ts';
import { listen } from './listen.ts';

type Provider = 'password' | 'google.com';
type User = { uid: string; email: string; isVerified: boolean; validSince: number };
type Mail = { email: string; type: 'VERIFY_EMAIL' | 'PASSWORD_RESET' };

const requestBody = z.object({
  oobCode: z.string().optional(),
  newPassword: z.string().optional(),
  idToken: z.string().optional(),
});

/** A fake Firebase project: it signs with its own keys and implements a few calls. */
export type FirebaseDouble = {
  settings: FirebaseSettings;
  /** Signs a user in; the first time, up. @returns an ID token */
  signIn: (email: string, provider?: Provider) => Promise<string>;
  /** Returns a fresh token of a token's session; null when Firebase has ended it. */
  refresh: (bearer: string) => Promise<string | null>;
  /** Signs a token of an unknown user, whose valid claims are overridden by `claims`. */
  sign: (
    claims?: Record<string, unknown>,
    header?: { alg?: string; kid?: string },
  ) => Promise<string>;
  /** Sends a mail. @returns its link's code */
  mail: (email: string, type: Mail['type']) => string;
  /** Verifies an e-mail like Firebase's own page, in any browser. */
  click: (code: string) => void;
  /** Changes an account's e-mail and verifies it, like the link in a mail to the new address. */
  changeEmail: (from: string, to: string) => void;
  hasAccount: (email: string) => boolean;
  /** Replaces the published key by a new one. */
  turnKeys: () => Promise<void>;
  /** Seconds in the `Cache-Control` of the keys. */
  maxAge: number;
  /** True: it does not answer. */
  isAway: boolean;
  keyRequests: number;
  close: () => Promise<void>;
};

/** @param now the clock of its tokens, in milliseconds since 1970 */
export async function openFirebaseDouble(now: () => number): Promise<FirebaseDouble> {
  const users = new Map<string, User>();
  const mails = new Map<string, Mail>();
  const projectId = 'pines-prueba';
  let key = await newKey();

  const seconds = () => Math.floor(now() / 1000);
  const rightClaims = (): JWTPayload => ({
    iss: `https://securetoken.google.com/${projectId}`,
    aud: projectId,
    sub: 'nadie',
    iat: seconds(),
    exp: seconds() + 3600,
    auth_time: seconds(),
    email: 'nadie@correo.cl',
    email_verified: false,
    firebase: { identities: {}, sign_in_provider: 'password' },
  });
  const double: FirebaseDouble = {
    settings: {
      projectId,
      apiKey: 'llave',
      authDomain: 'pines-prueba.firebaseapp.com',
      emulatorUrl: null,
      apiUrl: '',
      keysUrl: '',
    },
    maxAge: 3600,
    isAway: false,
    keyRequests: 0,
    sign: (claims = {}, header = {}) =>
      new SignJWT({ ...rightClaims(), ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: key.kid, ...header })
        .sign(key.privateKey),
    signIn: (email, provider = 'password') => {
      const spelled = email.toLowerCase();
      const user = users.get(spelled) ?? {
        uid: randomUUID(),
        email: spelled,
        isVerified: false,
        validSince: 0,
      };
      users.set(spelled, user);
      if (provider === 'google.com') user.isVerified = true;
      return issue(user, { auth_time: seconds(), provider });
    },
    refresh: async (bearer) => {
      const claims = claimsOf(bearer);
      const user = [...users.values()].find(({ uid }) => uid === claims.sub);
      if (!user || user.validSince > claims.auth_time) return null;
      return issue(user, {
        auth_time: claims.auth_time,
        provider: claims.firebase.sign_in_provider,
      });
    },
    mail: (email, type) => {
      const code = randomBytes(20).toString('base64url');
      mails.set(code, { email: email.toLowerCase(), type });
      return code;
    },
    click: (code) => void applyCode(code),
    changeEmail: (from, to) => {
      const user = users.get(from);
      if (!user) throw new Error(`no user has ${from}`);
      users.delete(from);
      users.set(to, { ...user, email: to, isVerified: true, validSince: seconds() });
    },
    hasAccount: (email) => users.has(email),
    turnKeys: async () => {
      key = await newKey();
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  async function issue(
    { uid, email, isVerified }: User,
    { auth_time, provider }: { auth_time: number; provider: Provider },
  ): Promise<string> {
    return double.sign({
      sub: uid,
      user_id: uid,
      auth_time,
      email,
      email_verified: isVerified,
      firebase: { identities: { email: [email] }, sign_in_provider: provider },
    });
  }

  function applyCode(code: string, isReset = false): string | null {
    const mail = mails.get(code);
    const user = users.get(mail?.email ?? '');
    if (!user || (mail?.type === 'PASSWORD_RESET') !== isReset) return null;
    mails.delete(code);
    user.isVerified = true;
    if (isReset) user.validSince = seconds();
    return user.email;
  }

  /** Returns the response's body, or an error code. */
  function answer(
    call: string,
    { oobCode = '', newPassword, idToken }: z.infer<typeof requestBody>,
  ) {
    const mail = mails.get(oobCode);
    if (call === 'delete') {
      const { sub } = claimsOf(idToken ?? '');
      const user = [...users.values()].find(({ uid }) => uid === sub);
      return user && users.delete(user.email) ? {} : 'USER_NOT_FOUND';
    }
    if (!mail) return 'INVALID_OOB_CODE';
    if (call === 'resetPassword' && newPassword === undefined) {
      return { email: mail.email, requestType: mail.type };
    }
    const email = applyCode(oobCode, call === 'resetPassword');
    return email === null ? 'INVALID_OOB_CODE' : { email, requestType: mail.type };
  }

  async function respond(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/keys') {
      double.keyRequests += 1;
      return [200, { keys: [{ ...(await exportJWK(key.publicKey)), kid: key.kid, alg: 'RS256' }] }];
    }
    const call = /^\/v1\/accounts:(\w+)\?key=llave$/.exec(request.url ?? '')?.[1] ?? '';
    const result = answer(call, requestBody.parse(JSON.parse(await text(request))));
    return typeof result === 'string' ? [400, { error: { message: result } }] : [200, result];
  }

  const server = createServer(async (request, response) => {
    if (double.isAway) {
      request.destroy();
      return;
    }
    const [status, body] = await respond(request);
    response
      .writeHead(status, { 'cache-control': `public, max-age=${double.maxAge}, must-revalidate` })
      .end(JSON.stringify(body));
  });
  const { url } = await listen(server);
  double.settings = { ...double.settings, apiUrl: url, keysUrl: `${url}/keys` };
  return double;
}

async function newKey() {
  return { kid: randomUUID(), ...(await generateKeyPair('RS256')) };
}

const claims = z.object({
  sub: z.string(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.enum(['password', 'google.com']) }),
});

function claimsOf(bearer: string) {
  return claims.parse(
    JSON.parse(Buffer.from(bearer.split('.')[1] ?? '', 'base64url').toString() || 'null'),
  );
}
