import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isEmail, isPhone } from './delivery.ts';

describe('isPhone', () => {
  test.each([
    '12345678',
    '912345678',
    '+5612345678',
    '+56912345678',
    '+56 9 1234 5678',
    '+ 56 9 12 34 56 78',
    '9 1234 5678',
    ' 12 34 56 78 ',
  ])('accepts %j', (phone) => {
    expect(isPhone(phone)).toBe(true);
  });

  test.each([
    '',
    '1234567',
    '9123456789',
    '+56',
    '+561234567',
    '+569123456789',
    '56912345678',
    '+54912345678',
    '++56912345678',
    '9-1234-5678',
    '(9)12345678',
    '12345678a',
    '١٢٣٤٥٦٧٨',
  ])('refuses %j', (phone) => {
    expect(isPhone(phone)).toBe(false);
  });

  test('accepts exactly 8 and 9 digits, however they are spaced', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), maxLength: 14 });
    fc.assert(
      fc.property(digits, fc.boolean(), fc.constantFrom('', ' ', '  '), (number, prefix, gap) => {
        const phone = [...(prefix ? '+56' : ''), ...number].join(gap);
        expect(isPhone(phone)).toBe(number.length === 8 || number.length === 9);
      }),
    );
  });
});

describe('isEmail', () => {
  test('accepts 254 characters and no more', () => {
    const email = (length: number) => `${'a'.repeat(length - 10)}@correo.cl`;
    expect([isEmail(email(254)), isEmail(email(255))]).toEqual([true, false]);
  });

  test.each(['ana@correo.cl', 'a.b+pines@sub.correo.com', "o'higgins@ñuñoa.cl", 'ANA_1@correo.CL'])(
    'accepts %j',
    (email) => {
      expect(isEmail(email)).toBe(true);
    },
  );

  test.each([
    '',
    'ana',
    'ana@',
    '@correo.cl',
    'ana@correo',
    'ana@correo.',
    'ana@correo..cl',
    'ana@.correo.cl',
    'ana@@correo.cl',
    'a b@c.cl',
  ])('refuses %j', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test.each([
    'ana@correo.cl\r\nBcc: otra@correo.cl',
    'ana@correo.cl\nBcc:otra@correo.cl',
    'ana@correo.cl\r',
    'ana\r\n@correo.cl',
    'ana@correo.cl,otra@correo.cl',
    'ana@correo.cl;otra@correo.cl',
    'Ana <ana@correo.cl>',
    '<ana@correo.cl>',
    '"ana"@correo.cl',
    'ana(otra)@correo.cl',
    'grupo:ana@correo.cl',
    'ana\\@correo.cl',
    'ana@[127.0.0.1]',
    'ana@correo.cl\u2028otra',
    'ana@correo.cl\u00a0otra',
  ])('refuses %j, which would reach into a mail header', (email) => {
    expect(isEmail(email)).toBe(false);
  });

  test('never lets anything through that separates or quotes addresses', () => {
    const syntax = fc.constantFrom(...'\r\n\t ,;:<>()[]"\\\u2029');
    const letters = fc.stringMatching(/^[a-z]+$/);
    fc.assert(
      fc.property(letters, letters, syntax, fc.nat(), (name, host, sign, at) => {
        const email = `${name}@${host}.cl`;
        const place = at % (email.length + 1);
        expect(isEmail(email)).toBe(true);
        expect(isEmail(email.slice(0, place) + sign + email.slice(place))).toBe(false);
      }),
    );
  });
});
