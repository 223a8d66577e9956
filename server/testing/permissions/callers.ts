import type { Context } from '#server/context.ts';
import { type Browser, cookieHeader, openAccount, openBrowser } from '#server/testing/accounts.ts';
import { addPictures } from '#server/testing/add-pictures.ts';
import type { AdminShop } from '#server/testing/admin-shop.ts';
import { enrol } from '#server/testing/authenticator.ts';
import { makeOrder, placed } from '#server/testing/orders.ts';
import { readClaims } from './bad-tokens.ts';

/** The credentials of a caller: a token, a session's cookies, or neither. */
export type Caller = { bearer: string | null; cookie: string };

type SignedInCaller = Caller & { bearer: string };

/** An account with its own data: an order, its picture, a saved address. */
export type Owner = SignedInCaller & { uid: string; sid: string; orderId: string; email: string };

export const ANONYMOUS: Caller = { bearer: null, cookie: '' };

let accounts = 0;

/** Creates an account of this kind, signed in. */
export async function openCaller(
  adminShop: AdminShop,
  kind: 'unverified' | 'other user' | 'disabled' | 'demoted' | 'admin' | 'ended',
): Promise<SignedInCaller> {
  accounts += 1;
  const email = `${kind.replace(' ', '-')}-${accounts}@correo.cl`;
  const browser = await openAccount(adminShop.shop, email, { verified: kind !== 'unverified' });
  const caller = await callerOf(browser);
  await browser.call('/api/auth/profile');
  const { uid } = readClaims(caller.bearer);
  const setRole = (role: 'admin' | 'user') => change(adminShop, `/users/${uid}/role`, { role });
  if (kind === 'disabled') await change(adminShop, `/users/${uid}/status`, { isActive: false });
  if (kind === 'admin' || kind === 'demoted') await setRole('admin');
  if (kind === 'demoted') await setRole('user');
  if (kind === 'ended') await browser.ask('/sign-out', {});
  return caller;
}

/** Creates an admin with a second factor. @returns a function that signs in without passing it */
export async function openUnpassed(adminShop: AdminShop): Promise<() => Promise<SignedInCaller>> {
  accounts += 1;
  const email = `unpassed-${accounts}@correo.cl`;
  const browser = await openAccount(adminShop.shop, email);
  await browser.call('/api/auth/profile');
  const { uid } = readClaims((await callerOf(browser)).bearer);
  await change(adminShop, `/users/${uid}/role`, { role: 'admin' });
  await enrol(browser, adminShop.shop.context.clock());
  return async () => {
    const other = openBrowser(adminShop.shop);
    await other.signIn(email);
    return callerOf(other);
  };
}

/** Creates a verified account with an order. */
export async function openOwner(adminShop: AdminShop): Promise<Owner> {
  accounts += 1;
  const email = `duena-${accounts}@correo.cl`;
  const browser = await openAccount(adminShop.shop, email);
  const caller = await callerOf(browser);
  const images = await addPictures(adminShop.shop.context, 1);
  const delivery = { fullName: 'Dueña Secreta', address: 'Pasaje Secreto 77', email };
  const answer = await browser.call('/api/orders', { json: makeOrder({ images, delivery }) });
  return { ...caller, ...readClaims(caller.bearer), orderId: placed(answer).id, email };
}

/** Returns the cookies with changed values, like an attacker's guess. */
export function tamper(cookie: string): string {
  return cookie.replaceAll(/=([^;]*)/g, (_, value: string) => `=${[...value].reverse().join('')}`);
}

async function callerOf(browser: Browser): Promise<SignedInCaller> {
  const bearer = String(await browser.token());
  return { bearer, cookie: cookieHeader(browser.cookies) };
}

async function change({ ask }: AdminShop, path: string, json: object): Promise<void> {
  const { status } = await ask(path, { method: 'PATCH', json });
  if (status !== 200) throw new Error(`${path} answered ${status}`);
}

/** Reads all data of the owner that another user could damage. */
export async function readBelongings({ db }: Context, { uid, orderId }: Owner): Promise<unknown> {
  const { queries } = db;
  const [orders, items, people, addresses, sessions, ways] = await Promise.all([
    queries.selectFrom('orders').selectAll().where('id', '=', orderId).execute(),
    queries.selectFrom('order_items').selectAll().where('order_id', '=', orderId).execute(),
    queries.selectFrom('people').selectAll().where('uid', '=', uid).execute(),
    queries.selectFrom('saved_addresses').selectAll().where('uid', '=', uid).execute(),
    queries.selectFrom('identity_sessions').select('id').where('user_id', '=', uid).execute(),
    queries.selectFrom('identity_accounts').select('password').where('user_id', '=', uid).execute(),
  ]);
  return { orders, items, people, addresses, sessions, ways };
}
