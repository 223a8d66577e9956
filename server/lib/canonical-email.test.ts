import { expect, test } from 'vitest';
import { canonicalEmail } from './canonical-email.ts';

test.each([
  [' Ana@Correo.CL ', 'ana@correo.cl'],
  ['ANA.PÉREZ@correo.cl', 'ana.pérez@correo.cl'],
  ['ana.pe\u0301rez@correo.cl', 'ana.pérez@correo.cl'],
  ['ana@ÑANDÚ.cl', 'ana@ñandú.cl'],
  ['ana@xn--and-6ma2c.cl', 'ana@ñandú.cl'],
  ['ana@\uff43orreo.cl', 'ana@correo.cl'],
  ['mi\u212ae@correo.cl', 'mike@correo.cl'],
  ['почта@мир.рф', 'почта@мир.рф'],
])('the mailbox %j has one spelling: %j', (typed, canonical) => {
  expect(canonicalEmail(typed)).toBe(canonical);
  expect(canonicalEmail(canonical)).toBe(canonical);
});

test.each([
  '',
  'ana',
  'ana@',
  '@correo.cl',
  'ana@correo',
  'ana@otra@correo.cl',
  'ana@1.2',
  'ana@127.0.0.1',
  'ana@correo.cl/otra',
  'ana@correo%2ecl',
  'ana@correo.cl:80',
  'ana\u0000@correo.cl',
  'ana\u007f@correo.cl',
  'ana@co\u0000rreo.cl',
  'ana@b.cl\r\nBcc: otra@correo.cl',
  `${'a'.repeat(250)}@correo.cl`,
  // Too long as typed, although its canonical spelling is not.
  `${'e\u0301'.repeat(130)}@correo.cl`,
  'ana\u200b@correo.cl',
  'ana@corr\u00adeo.cl',
  'ana@correo.cl\u202c',
  'an\ud800a@correo.cl',
  'ana@corr\udc00eo.cl',
])('%j is no address', (typed) => {
  expect(canonicalEmail(typed)).toBeNull();
});
