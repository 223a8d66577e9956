import { expect, test } from 'vitest';
import { IdentityError } from './errors.ts';
import type { Identity, IdentityUser } from './identity.ts';
import type { IdentityErrorCode } from './messages.ts';
import { tokenLifetime } from './token-cache.ts';

/** A browser, from an identity provider's point of view. */
export type StageBrowser = {
  identity: Identity;
  /** The next page of the same browser: memory is empty, stored data is kept. */
  reopen: () => StageBrowser;
  /** Follows a link of a mail. */
  follow: (link: string) => Promise<void>;
  /** Ends the session at the provider without the adapter's knowledge. */
  endSession: () => Promise<void>;
};

/** The environment in which an adapter is tested. */
export type IdentityStage = {
  openBrowser: () => StageBrowser;
  /** Returns the link of the newest verification mail to an address. */
  verificationLink: (email: string) => Promise<string>;
  /** Returns true if the shop's server accepts an ID token. */
  isAccepted: (token: string) => Promise<boolean>;
  /** A return link that the provider accepts. */
  returnUrl: string;
};

const password = 'clave-de-prueba';
let count = 0;
const newEmail = () => {
  count += 1;
  return `suite.${Date.now()}.${count}@ejemplo.cl`;
};

async function codeOf(work: Promise<unknown>): Promise<IdentityErrorCode | 'none'> {
  try {
    await work;
    return 'none';
  } catch (error) {
    expect(error).toBeInstanceOf(IdentityError);
    return error instanceof IdentityError ? error.code : 'none';
  }
}

/** The tests that every identity adapter has to pass. */
export function testIdentity(stage: IdentityStage) {
  test('signing up signs in, unverified, and tells of it', async () => {
    const { identity } = stage.openBrowser();
    const seen: (IdentityUser | null)[] = [];
    identity.onChange((user) => seen.push(user));
    const email = newEmail();
    const user = await identity.signUp({ email, password });
    expect(user).toMatchObject({ email, emailVerified: false, providers: ['password'] });
    expect(user.uid).not.toBe('');
    expect(Number.isNaN(Date.parse(user.metadata.creationTime ?? ''))).toBe(false);
    expect(seen.at(-1)).toEqual(user);
  });

  test('no user is signed in to a fresh browser', async () => {
    const { identity } = stage.openBrowser();
    expect(await identity.reload()).toBeNull();
    expect(await codeOf(identity.idToken())).toBe('user-token-expired');
  });

  test('a session outlives the page, the token stays in memory', async () => {
    const browser = stage.openBrowser();
    const user = await browser.identity.signUp({ email: newEmail(), password });
    const next = browser.reopen().identity;
    expect(await next.reload()).toMatchObject({ uid: user.uid });
    const token = await next.idToken();
    expect(await next.idToken()).toBe(token);
    expect(tokenLifetime(token)).toBeGreaterThan(60_000);
    expect(await stage.isAccepted(token)).toBe(true);
    expect(await stage.isAccepted(await next.idToken({ fresh: true }))).toBe(true);
  });

  test('a wrong password and an unknown e-mail are one refusal', async () => {
    const email = newEmail();
    const { identity } = stage.openBrowser();
    await identity.signUp({ email, password });
    const other = stage.openBrowser().identity;
    expect(await codeOf(other.signIn({ email, password: 'otra-clave' }))).toBe('wrong-credentials');
    expect(await codeOf(other.signIn({ email: newEmail(), password }))).toBe('wrong-credentials');
    expect(await other.signIn({ email, password })).toMatchObject({ email });
  });

  test('an e-mail in use and a weak password are refused at sign-up', async () => {
    const email = newEmail();
    await stage.openBrowser().identity.signUp({ email, password });
    const { identity } = stage.openBrowser();
    expect(await codeOf(identity.signUp({ email, password }))).toBe('email-already-in-use');
    expect(await codeOf(identity.signUp({ email: newEmail(), password: 'corta' }))).toBe(
      'weak-password',
    );
    expect(await codeOf(identity.signUp({ email: 'no-email', password }))).toBe('invalid-email');
  });

  test('signing out ends the session and tells of it', async () => {
    const browser = stage.openBrowser();
    const { identity } = browser;
    await identity.signUp({ email: newEmail(), password });
    const seen: (IdentityUser | null)[] = [];
    const stop = identity.onChange((user) => seen.push(user));
    await identity.signOut();
    expect(seen).toEqual([null]);
    expect(await codeOf(identity.idToken())).toBe('user-token-expired');
    expect(await browser.reopen().identity.reload()).toBeNull();
    stop();
  });

  test('a session that ends by itself is told from signing out', async () => {
    const browser = stage.openBrowser();
    const { identity } = browser;
    await identity.signUp({ email: newEmail(), password });
    const seen: (IdentityUser | null)[] = [];
    identity.onChange((user) => seen.push(user));
    await browser.endSession();
    expect(await codeOf(identity.idToken({ fresh: true }))).toBe('user-token-expired');
    expect(await codeOf(identity.reload())).toBe('user-token-expired');
    expect(seen).toEqual([]);
  });

  test('the verification mail leads to a verified user under the same token', async () => {
    const browser = stage.openBrowser();
    const { identity } = browser;
    const email = newEmail();
    await identity.signUp({ email, password });
    const token = await identity.idToken();
    await identity.sendVerification(stage.returnUrl);
    await browser.follow(await stage.verificationLink(email));
    expect(await identity.reload()).toMatchObject({ email, emailVerified: true });
    expect(await stage.isAccepted(token)).toBe(true);
    expect(await codeOf(identity.sendVerification(stage.returnUrl))).toBe('already-verified');
  });

  test('a return link to elsewhere is refused', async () => {
    const { identity } = stage.openBrowser();
    await identity.signUp({ email: newEmail(), password });
    const sent = codeOf(identity.sendVerification('https://malo.example/'));
    expect(await sent).toBe('unauthorized-domain');
  });

  test('the password mail does not tell whether there is such an account', async () => {
    const { identity } = stage.openBrowser();
    const email = newEmail();
    await identity.signUp({ email, password });
    expect(await codeOf(identity.sendPasswordReset(email))).toBe('none');
    expect(await codeOf(identity.sendPasswordReset(newEmail()))).toBe('none');
  });

  test('Google that is not set up is told', async () => {
    const { identity } = stage.openBrowser();
    expect(await codeOf(identity.signInWithGoogle())).toBe('google-not-configured');
  });
}
