import { expect, test } from 'vitest';
import { createBrowserPass, readBrowserHash } from './pass-cookie.ts';

const site = { publicUrl: 'https://pines.cl' };
const plain = { publicUrl: 'http://127.0.0.1:3000' };

test('the value of a pass is random, and scripts, other hosts and other sites cannot read it', () => {
  const { cookie, browserHash } = createBrowserPass(site);
  const [pair = '', ...attributes] = cookie.split('; ');
  expect(pair).toMatch(/^__Host-pines\.second_factor=[\w-]{43}$/);
  expect(attributes).toEqual([
    'Max-Age=2592000',
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    'Secure',
  ]);
  expect(pair).not.toContain(browserHash);
  expect(createBrowserPass(site).cookie).not.toBe(cookie);
  expect(createBrowserPass(plain).cookie).toMatch(/^pines\.second_factor=.*SameSite=Strict$/);
});

test('a browser is recognized by its cookie among others, and by no other value or name', () => {
  const { cookie, browserHash } = createBrowserPass(site);
  const [pair = ''] = cookie.split(';');
  expect(readBrowserHash(`pines_session=1; ${pair}; other=2`, site)).toBe(browserHash);
  expect(readBrowserHash(`${pair}x`, site)).not.toBe(browserHash);
  for (const header of [
    undefined,
    '',
    '__Host-pines.second_factor=',
    pair.replace('__Host-', ''),
    `x${pair}`,
  ]) {
    expect(readBrowserHash(header, site)).toBeNull();
  }
});
