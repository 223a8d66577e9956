import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { findDevice, rememberDevice } from './cookies.ts';

const site = {
  deviceKey: new Uint8Array(32).fill(1),
  publicUrl: () => 'http://tienda.cl',
  clock: () => 0,
};
const ana = { uid: 'ana-1', passwordHash: 'salt:hash' };
const eva = { uid: 'eva-2', passwordHash: 'salt:other' };

const sentBack = (setCookie: string) => `theme=dark; ${setCookie.split(';')[0]}`;

test('a browser that signed in is known to the account, and to no other', () => {
  const cookies = sentBack(rememberDevice(site, undefined, ana));
  expect(findDevice(site, cookies, ana)).toMatch(/^ana-1\./);
  expect(findDevice(site, cookies, eva)).toBeNull();
  expect(findDevice(site, undefined, ana)).toBeNull();
});

test('it knows several accounts, the last four', () => {
  let cookies = '';
  for (const uid of ['1', '2', '3', 'eva-2', 'ana-1', 'ana-1']) {
    cookies = sentBack(rememberDevice(site, cookies, { ...ana, uid }));
  }
  const known = (uid: string) => findDevice(site, cookies, { ...ana, uid }) !== null;
  expect(['1', '2', '3', 'eva-2', 'ana-1'].map(known)).toEqual([false, true, true, true, true]);
});

test('a new password, a year or another secret ends it', () => {
  const cookies = sentBack(rememberDevice(site, undefined, ana));
  expect(findDevice(site, cookies, { ...ana, passwordHash: 'salt:new' })).toBeNull();
  expect(findDevice({ ...site, clock: () => 366 * DAY_MS }, cookies, ana)).toBeNull();
  expect(findDevice({ ...site, deviceKey: new Uint8Array(32) }, cookies, ana)).toBeNull();
});

test('nothing in it can be changed, and an invalid one names no account', () => {
  const cookies = sentBack(rememberDevice(site, undefined, ana));
  expect(findDevice(site, cookies.replace('ana-1', 'eva-2'), eva)).toBeNull();
  expect(findDevice(site, cookies.replace(/\.(\d)/, '.9$1'), ana)).toBeNull();
  for (const value of ['', '~', '...', 'ana-1.9.', '%00', 'a'.repeat(5000)]) {
    expect(findDevice(site, `pines.device=${value}`, ana)).toBeNull();
  }
});

test('scripts cannot read it, other sites do not send it, and with https no other host sets it', () => {
  expect(rememberDevice(site, undefined, ana)).toMatch(
    /^pines\.device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const secure = rememberDevice({ ...site, publicUrl: () => 'https://tienda.cl' }, undefined, ana);
  expect(secure).toMatch(/^__Host-pines\.device=.*; Path=\/; .*; Secure$/);
});
