import { expect, test } from 'vitest';
import { DAY_MS } from '#domain/base/dates.ts';
import { type DeviceRules, findDevice, rememberDevice } from './cookies.ts';

const rules: DeviceRules = { deviceKey: new Uint8Array(32).fill(1), secure: false, now: 0 };
const ana = { uid: 'ana-1', passwordHash: 'salt:hash' };
const eva = { uid: 'eva-2', passwordHash: 'salt:other' };

const sentBack = (setCookie: string) => `theme=dark; ${setCookie.split(';')[0]}`;

test('a browser that signed in is known to the account, and to no other', () => {
  const cookies = sentBack(rememberDevice(undefined, ana, rules));
  expect(findDevice(cookies, ana, rules)).toMatch(/^ana-1\./);
  expect(findDevice(cookies, eva, rules)).toBeNull();
  expect(findDevice(undefined, ana, rules)).toBeNull();
});

test('it knows several accounts, the last four', () => {
  let cookies = '';
  for (const uid of ['1', '2', '3', 'eva-2', 'ana-1', 'ana-1']) {
    cookies = sentBack(rememberDevice(cookies, { ...ana, uid }, rules));
  }
  const known = (uid: string) => findDevice(cookies, { ...ana, uid }, rules) !== null;
  expect(['1', '2', '3', 'eva-2', 'ana-1'].map(known)).toEqual([false, true, true, true, true]);
});

test('a new password, a year or another secret ends it', () => {
  const cookies = sentBack(rememberDevice(undefined, ana, rules));
  expect(findDevice(cookies, { ...ana, passwordHash: 'salt:new' }, rules)).toBeNull();
  expect(findDevice(cookies, ana, { ...rules, now: 366 * DAY_MS })).toBeNull();
  expect(findDevice(cookies, ana, { ...rules, deviceKey: new Uint8Array(32) })).toBeNull();
});

test('nothing in it can be changed, and an invalid one names no account', () => {
  const cookies = sentBack(rememberDevice(undefined, ana, rules));
  expect(findDevice(cookies.replace('ana-1', 'eva-2'), eva, rules)).toBeNull();
  expect(findDevice(cookies.replace(/\.(\d)/, '.9$1'), ana, rules)).toBeNull();
  for (const value of ['', '~', '...', 'ana-1.9.', '%00', 'a'.repeat(5000)]) {
    expect(findDevice(`pines.device=${value}`, ana, rules)).toBeNull();
  }
});

test('scripts cannot read it, other sites do not send it, and with https no other host sets it', () => {
  expect(rememberDevice(undefined, ana, rules)).toMatch(
    /^pines\.device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const secure = rememberDevice(undefined, ana, { ...rules, secure: true });
  expect(secure).toMatch(/^__Host-pines\.device=.*; Path=\/; .*; Secure$/);
});
