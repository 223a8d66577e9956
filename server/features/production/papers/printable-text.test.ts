import fc from 'fast-check';
import { expect, test } from 'vitest';
import { forAll } from '#domain/testing/for-all.ts';
import { openPdf } from './open-pdf.ts';
import { breakLines, printableText } from './write-text.ts';

test('Spanish stays as it is, and typographic signs do', () => {
  const text = '¿Ñandú, pingüino? «Sí», áéíóúÁÉÍÓÚ: 5 € – “hoy”… −$500\n½ ª º';
  expect(printableText(text)).toBe(text);
  expect(printableText(text.normalize('NFD'))).toBe(text);
});

test('names in Latin, Greek and Cyrillic letters stay as they are', () => {
  const names = 'Lukšić Łukasz Ḻefṯraru Gökçe Þórður Nguyễn Ștefănescu Dvořák ẞ Ŋgũgĩ Ωμέγα Ёлка';
  expect(printableText(names)).toBe(names);
});

test('letters beyond them lose their marks or are a box, and emoji are left out', () => {
  expect(printableText('ﬁn ① 山田')).toBe('fin 1 □□');
  expect(printableText('Ana👩🏽‍🎤 ❤️🇨🇱 Soto 1️⃣')).toBe('Ana  Soto 1');
  expect(printableText('dos\u00a0palabras\u0000')).toBe('dos palabras');
});

test('any input can be printed', () => {
  forAll(fc.string({ unit: 'binary' }), (text) => {
    expect(printableText(text)).toMatch(
      /^[\n\x20-\x7e\xa1-\u024f\u0386-\u03ce\u0400-\u0513\u25a1\u1e00-\u1ef9€‚„…†‡ˆ‰‹‘’“”•–—˜™›−]*$/,
    );
  });
});

test('a word that is too long is broken at its hyphens, and what has no room is an ellipsis', async () => {
  const { document, addPage } = await openPdf({ title: '', author: '', now: 0 });
  addPage({ width: 100, height: 100 });
  const breakName = (text: string, most?: number) =>
    breakLines(document, text, { size: 3, width: 30, ...(most && { most }) });
  const name = 'Ana Bernardita-de-los-Ángeles-Etcheverry Soto';
  expect(breakName(name)).toEqual(['Ana Bernardita-de-', 'los-Ángeles-', 'Etcheverry Soto']);
  expect(breakName(name, 2)).toEqual(['Ana Bernardita-de-', 'los-Ángeles-Etchev…']);
  expect(breakName('Supercalifragilisticoespialidoso', 1)).toEqual(['Supercalifragilistico…']);
  expect(breakName('Ana Soto', 1)).toEqual(['Ana Soto']);
  expect(breakName('Pines Personalizados Chillán', 1)).toEqual(['Pines Personalizad…']);
  expect(breakName('Ana\nSoto\nPérez', 2)).toEqual(['Ana', 'Soto…']);
});
