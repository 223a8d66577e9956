import type { SignedIn } from '#domain/people/buyer.ts';
import type { Context } from '#server/context.ts';
import { rememberPerson } from '#server/features/people/repo.ts';
import { findSession, startSession } from '#server/ports/identity/embedded/sessions.ts';
import type { Account } from '#server/ports/identity/identity.ts';
import type { Answer, Request } from './client.ts';
import type { TestShop } from './shop.ts';

export const PASSWORD = 'contraseña segura';

/** Creates an account with a session, for functions that are called without HTTP. */
export async function addPerson(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  uid: string,
  facts: Partial<Pick<SignedIn, 'email' | 'emailVerified'>> = {},
): Promise<SignedIn> {
  const account = { uid, email: `${uid}@correo.cl`, emailVerified: false, ...facts };
  await rememberPerson(db.queries, account, clock());
  const sid = await addSession({ db, clock }, account);
  return {
    ...account,
    isAdmin: false,
    signedInAt: clock(),
    token: { uid, session: sid, claims: { sid } },
  };
}

/** Opens a session of an account, which is created if needed. @returns the session's id */
async function addSession(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  { uid, email, emailVerified }: Account,
): Promise<string> {
  const now = clock();
  return db.transaction(async (tx) => {
    await tx
      .insertInto('identity_users')
      .values({
        id: uid,
        name: '',
        email,
        email_verified: emailVerified ? 1 : 0,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute();
    const token = await startSession(tx, { uid, userAgent: undefined, now });
    const session = await findSession(tx, { token }, now);
    if (!session) throw new Error('the session has not begun');
    return session.sid;
  });
}

/** A test's browser, with cookies. */
export type Browser = {
  cookies: Map<string, string>;
  /** Calls below `/api/identity`. */
  ask: (path: string, json?: unknown, headers?: Record<string, string>) => Promise<BrowserAnswer>;
  /** Returns an ID token, or null when the session has ended. */
  token: () => Promise<string | null>;
  /** Calls the shop with a fresh ID token and the cookies. */
  call: (path: string, request?: Request) => Promise<Answer>;
  signUp: (email: string, password?: string) => Promise<BrowserAnswer>;
  signIn: (email: string, password?: string) => Promise<BrowserAnswer>;
};
export type BrowserAnswer = {
  status: number;
  location: string | null;
  setCookies: string[];
  headers: Headers;
  body: Record<string, unknown> | null;
};

/** Opens a browser without cookies on a shop. */
export function openBrowser(
  shop: Pick<TestShop, 'fetch' | 'call' | 'url'> & { context?: Pick<Context, 'publicUrl'> },
): Browser {
  const cookies = new Map<string, string>();

  async function ask(
    path: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<BrowserAnswer> {
    const cookie = cookieHeader(cookies);
    const address = path.startsWith('http') ? path.slice(new URL(path).origin.length) : path;
    const response = await shop.fetch(
      address.startsWith('/api') ? address : `/api/identity${address}`,
      {
        method: json === undefined ? 'GET' : 'POST',
        redirect: 'manual',
        headers: {
          ...(cookie ? { cookie } : {}),
          ...(json === undefined
            ? {}
            : { 'content-type': 'application/json', origin: shop.context?.publicUrl ?? shop.url }),
          ...headers,
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      },
    );
    const setCookies = response.headers.getSetCookie();
    for (const header of setCookies) storeCookie(cookies, header);
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return {
      status: response.status,
      location: response.headers.get('location'),
      setCookies,
      headers: response.headers,
      body: isJson && text ? JSON.parse(text) : null,
    };
  }

  async function token(): Promise<string | null> {
    const { status, body } = await ask('/token');
    return status === 200 ? String(body?.token) : null;
  }

  return {
    cookies,
    ask,
    token,
    call: callAs(shop, { cookies, token }),
    signUp: (email, password = PASSWORD) => ask('/sign-up/email', { name: '', email, password }),
    signIn: (email, password = PASSWORD) => ask('/sign-in/email', { email, password }),
  };
}

/** Returns a function that calls the shop with an account's token and a browser's cookies. */
export function callAs(
  shop: Pick<TestShop, 'call'>,
  { cookies, token }: Pick<Browser, 'cookies' | 'token'>,
): Browser['call'] {
  return async (path, request = {}) => {
    const authorization = `Bearer ${await token()}`;
    const headers = { authorization, cookie: cookieHeader(cookies), ...request.headers };
    const answer = await shop.call(path, { ...request, headers });
    for (const header of answer.headers.getSetCookie()) storeCookie(cookies, header);
    return answer;
  };
}

/** Returns the `Cookie` header that a browser sends. */
export function cookieHeader(cookies: Browser['cookies']): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function storeCookie(cookies: Map<string, string>, header: string): void {
  const [pair = ''] = header.split(';');
  const at = pair.indexOf('=');
  const gone = /max-age=0/i.test(header);
  if (gone) cookies.delete(pair.slice(0, at));
  else cookies.set(pair.slice(0, at), pair.slice(at + 1));
}

/** Returns the links in the mails to an address, oldest first. */
export async function linksTo(
  { db }: Pick<Context, 'db'>,
  email: string,
  kind: 'verify_email' | 'reset_password' | 'sender_test',
): Promise<string[]> {
  const rows = await db.queries
    .selectFrom('jobs')
    .select('payload')
    .where('kind', '=', `mail.${kind}`)
    .orderBy('id')
    .execute();
  return rows
    .map(({ payload }): { to?: string; url?: string } => JSON.parse(payload || '{}'))
    .flatMap(({ to, url }) => (to === email && url ? [url] : []));
}

/** Signs up in a new browser, and by default verifies the e-mail by its mail's link. */
export async function openAccount(
  shop: TestShop,
  email: string,
  { verified = true }: { verified?: boolean } = {},
): Promise<Browser> {
  const browser = openBrowser(shop);
  const { status, body } = await browser.signUp(email);
  if (status !== 200) throw new Error(`sign-up answered ${status}: ${JSON.stringify(body)}`);
  if (!verified) return browser;
  await browser.ask('/send-verification-email', {});
  const link = (await linksTo(shop.context, email, 'verify_email')).at(-1) ?? '';
  const followed = await browser.ask(link);
  if (followed.status !== 302) throw new Error(`the link answered ${followed.status}`);
  return browser;
}
