import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { imageFileProblems, sniffImageType } from './image-files.ts';
import {
  IMAGE_TYPES,
  MAX_FILE_NAME_LENGTH,
  MAX_IMAGE_BYTES,
  MAX_IMAGE_NOTES_LENGTH,
  MAX_IMAGE_PIXELS,
  MAX_IMAGES,
} from './images.ts';
import { isQuantity, parseQuantity } from './quantity.ts';

const TYPE = 'Tipo de archivo no permitido';

test('pictures have the limits of the shop', () => {
  expect(MAX_IMAGE_BYTES).toBe(5_242_880);
  expect(MAX_IMAGE_PIXELS).toBe(40_000_000);
  expect([MAX_IMAGES, MAX_FILE_NAME_LENGTH, MAX_IMAGE_NOTES_LENGTH]).toEqual([100, 255, 1000]);
  expect(IMAGE_TYPES).toEqual(['image/jpeg', 'image/png', 'image/webp']);
});

describe('imageFileProblems', () => {
  test.each(['image/jpeg', 'image/jpg', 'image/pjpeg', 'image/png', 'image/webp'])(
    'accepts %s',
    (type) => {
      expect(imageFileProblems({ type, size: 1 })).toEqual([]);
    },
  );

  test.each(['image/svg+xml', 'image/gif', 'image/heic', 'image/avif', 'text/plain', ''])(
    'refuses the type %j',
    (type) => {
      expect(imageFileProblems({ type, size: 1 })).toEqual([TYPE]);
    },
  );

  test('rejects an empty file of any declared type', () => {
    expect(imageFileProblems({ type: 'text/plain', size: 0 })).toEqual(['El archivo está vacío']);
  });
});

describe('quantities', () => {
  test.each([
    ['1', 1],
    ['2', 2],
    ['99', 99],
    [' 7 ', 7],
    ['007', 7],
  ])('reads %j as %i', (text, quantity) => {
    expect(parseQuantity(text)).toBe(quantity);
  });

  test.each([
    '',
    '  ',
    '0',
    '00',
    '100',
    '1.5',
    '1,5',
    '1.0',
    '3e1',
    '0x5',
    '-1',
    '+1',
    '1 2',
    'abc',
    '5a',
    '٣',
    'Infinity',
    '9'.repeat(400),
  ])('reads no quantity in %j', (text) => {
    expect(parseQuantity(text)).toBeNull();
  });

  test('reads back every whole number from 1 to 99 and no other', () => {
    forAll(fc.integer({ min: -200, max: 200 }), (value) => {
      const allowed = value >= 1 && value <= 99;
      expect(parseQuantity(String(value))).toBe(allowed ? value : null);
      expect(isQuantity(value)).toBe(allowed);
    });
  });

  test('reads null or an allowed quantity in any text', () => {
    forAll(fc.oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^[\d.e+-]*$/)), (text) => {
      const value = parseQuantity(text);
      expect(value === null || isQuantity(value)).toBe(true);
    });
  });

  test.each([0, 100, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    'does not take the number %d',
    (value) => {
      expect(isQuantity(value)).toBe(false);
    },
  );
});

describe('sniffImageType', () => {
  const jpeg = [0xff, 0xd8, 0xff, 0xe0];
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const webp = [...ascii('RIFF'), 0x24, 0x10, 0, 0, ...ascii('WEBP')];

  function ascii(text: string): number[] {
    return [...text].map((letter) => letter.charCodeAt(0));
  }

  test('recognizes JPEG, PNG and WebP by their first bytes', () => {
    forAll(fc.array(fc.nat(255), { maxLength: 32 }), (rest) => {
      expect(sniffImageType(Uint8Array.from([...jpeg.slice(0, 3), ...rest]))).toBe('image/jpeg');
      expect(sniffImageType(Uint8Array.from([...png, ...rest]))).toBe('image/png');
      expect(sniffImageType(Uint8Array.from([...webp, ...rest]))).toBe('image/webp');
    });
  });

  test.each([
    ['no bytes', []],
    ['a text', ascii('Hola, soy una foto.jpg')],
    ['a GIF', ascii('GIF89a123456')],
    ['an SVG', ascii('<svg onload="alert(1)">')],
    ['a RIFF file of sound', [...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WAVEfmt ')]],
    ['a text with WEBP in the ninth place', ascii('12345678WEBP')],
    ['two bytes of a JPEG', jpeg.slice(0, 2)],
    ['seven bytes of a PNG', png.slice(0, 7)],
    ['eleven bytes of a WebP', webp.slice(0, 11)],
    ['a PNG that does not start at once', [0, ...png]],
  ])('knows no type for %s', (_name, bytes) => {
    expect(sniffImageType(Uint8Array.from(bytes))).toBeNull();
  });
});
