import { expect, test } from 'vitest';
import { codeOfStep, describeSecret } from './totp.ts';

test('codes are those of RFC 4226, appendix D', () => {
  const codes = Array.from({ length: 10 }, (_, step) => codeOfStep('12345678901234567890', step));
  expect(codes).toEqual([
    '755224',
    '287082',
    '359152',
    '969429',
    '338314',
    '254676',
    '287922',
    '162583',
    '399871',
    '520489',
  ]);
});

test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW 6'],
  ['foob', 'MZXW 6YQ'],
  ['foobar', 'MZXW 6YTB OI'],
])('the secret %s is typed as %s, by RFC 4648', (secret, typed) => {
  const described = describeSecret(secret, { issuer: 'Pines: & más', account: 'ana@correo.cl' });
  expect(described).toEqual({
    secret: typed,
    uri: `otpauth://totp/Pines%20%26%20m%C3%A1s:ana%40correo.cl?secret=${typed.replaceAll(' ', '')}&issuer=Pines%20%26%20m%C3%A1s&digits=6&period=30`,
  });
});
