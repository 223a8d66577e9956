import fc from 'fast-check';
import { expect, test } from 'vitest';
import { printableText } from './write-text.ts';

test('Spanish stays as it is, and typographic signs do', () => {
  const text = '¿Ñandú, pingüino? «Sí», áéíóúÁÉÍÓÚ: 5 € – “hoy”…\n½ ª º';
  expect(printableText(text)).toBe(text);
  expect(printableText(text.normalize('NFD'))).toBe(text);
});

test('letters beyond it lose their marks, or are a question mark', () => {
  expect(printableText('Ḻefṯraru ṉ ñ ő')).toBe('Lefṯraru n ñ o'.replace('ṯ', 't'));
  expect(printableText('Łukasz 😀 Ω')).toBe('?ukasz ? ?');
  expect(printableText('dos\u00a0palabras\u0000')).toBe('dos palabras?');
});

test('whatever was typed can be printed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(printableText(text)).toMatch(/^[\n\x20-\x7e\xa1-\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]*$/);
    }),
  );
});
