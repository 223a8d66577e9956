import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { foldSigns, isReadable } from './signs.ts';

const HYPHENS = [...'-\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043\ufe58\ufe63\uff0d\u02d7'];
const APOSTROPHES = [..."'\u2019\u2018\u201b\u02bc\u02bb\u2032\u00b4`\uff07\ua78c\u02b9\u05f3"];
const BLANKS = [...' \u00a0\u2002\u2009\u202f\u3000\u205f\t\u2800'];
const INVISIBLE = [...'\u200b\u200c\u200d\u200e\u202a\u2060\ufeff\u00ad\ufe0f\u180e\u3164\u115f'];

test('hyphens, apostrophes and blanks have one spelling, and invisible signs none', () => {
  const any = (signs: readonly string[]) => fc.constantFrom(...signs);
  forAll(
    ...([any(HYPHENS), any(APOSTROPHES), any(BLANKS), any(INVISIBLE)] as const),
    (hyphen, apostrophe, blank, invisible) => {
      const text = `${invisible}O${apostrophe}Ryan${blank}${blank}Pe${invisible}rez${hyphen}Soto${blank}`;
      expect(foldSigns(text)).toBe("O'Ryan Perez-Soto");
    },
  );
});

test('letters of all scripts stay', () => {
  for (const text of ['Ñuñoa', 'Jose\u0301', '王小明', 'محمد', 'ラーメン', 'Ḥasan', 'हिन्दी']) {
    expect(foldSigns(text)).toBe(text);
  }
});

test('folding again changes nothing', () => {
  forAll(fc.string({ unit: 'grapheme' }), (text) => {
    expect(foldSigns(foldSigns(text))).toBe(foldSigns(text));
  });
});

describe('a text can be read', () => {
  test.each(['Ñ', "O'Higgins", 'O’Higgins', '王', 'ى', '7', '٣', 'Ω', '𠮷', '- a -', 'José'])(
    'with %j',
    (text) => expect(isReadable(text)).toBe(true),
  );

  test.each([
    '',
    '   ',
    '\u200b\u200b',
    '\u3164',
    '\u115f\uffa0',
    '\u2800',
    '\u00ad',
    '\u0301',
    '\u02bc',
    '\u0640',
    '1\ufe0f\u20e3',
    '...',
    '-',
    '🎉',
    '\u{e0041}',
  ])('but not with %j alone', (text) => expect(isReadable(text)).toBe(false));
});
