import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readEncodings } from '#domain/base/encodings.ts';
import { readNameList } from '#domain/pins/name-list.ts';
import { readListFile } from './NamesWindow.tsx';

const LIST = 'José Núñez\nÁngela Muñoz\nMARTÍN PEÑA\nÓscar Agüero';

/** The list's bytes beyond ASCII, in the order of its letters: é ú ñ Á ñ Í Ñ Ó ü. */
const encoded: Record<string, readonly number[]> = {
  'windows-1252': [0xe9, 0xfa, 0xf1, 0xc1, 0xf1, 0xcd, 0xd1, 0xd3, 0xfc],
  macintosh: [0x8e, 0x9c, 0x96, 0xe7, 0x96, 0xea, 0x84, 0xee, 0x9f],
  ibm850: [0x82, 0xa3, 0xa4, 0xb5, 0xa4, 0xd6, 0xa5, 0xe0, 0x81],
};

const bytesOf = (text: string, high: readonly number[]) => {
  const left = [...high];
  return Uint8Array.from(text, (sign) =>
    sign > '\x7f' ? (left.shift() ?? 0) : sign.charCodeAt(0),
  );
};

const utf16 = (text: string, isBig: boolean) =>
  Uint8Array.from(
    [...text].flatMap((sign) => {
      const [high, low] = [sign.charCodeAt(0) >> 8, sign.charCodeAt(0) & 0xff];
      return isBig ? [high, low] : [low, high];
    }),
  );

describe('the file of a list', () => {
  it.each(Object.entries(encoded))('is read in %s', (encoding, high) => {
    const { readings, isCertain } = readEncodings(bytesOf(LIST, high));
    expect([readings[0], isCertain]).toEqual([{ encoding, text: LIST }, true]);
  });

  it('is read in UTF-8 and UTF-16, with a mark and without', () => {
    const texts = [
      new TextEncoder().encode(LIST),
      new TextEncoder().encode(`\ufeff${LIST}`),
      utf16(LIST, false),
      utf16(`\ufeff${LIST}`, false),
      utf16(LIST, true),
      utf16(`\ufeff${LIST}`, true),
    ].map(readEncodings);
    expect(texts.map(({ readings }) => readings.map(({ text }) => text))).toEqual(
      texts.map(() => [LIST]),
    );
  });

  it('is read as Excel for Mac saves it', async () => {
    const file = readFileSync('server/testing/field/lista-excel-mac.csv');
    const { readings } = readEncodings(file);
    expect(readings[0]?.encoding).toBe('macintosh');
    expect(readNameList(readings[0]?.text ?? '').names).toEqual([
      { value: 'José Núñez', quantity: 2 },
      { value: 'Ángela Muñoz', quantity: 1 },
      { value: 'Martín Peña', quantity: 3 },
    ]);
  });

  it('tells ISO-8859-15 and MS-DOS 437 where they differ', () => {
    const [croatian] = readEncodings(bytesOf('Šime Žunić', [0xa6, 0xb4, 0x63])).readings;
    expect(croatian).toMatchObject({ encoding: 'iso-8859-15', text: 'Šime Žunic' });
    const [peseta] = readEncodings(bytesOf('José: 5 ₧', [0x82, 0x9e])).readings;
    expect(peseta?.text).toMatch(/^José: 5 [₧×]$/);
  });

  it.each([
    ['macintosh', 'Curso 4°B: Ana Muñoz', [0xa1, 0x96]],
    ['windows-1252', 'Curso 4° B;1', [0xb0]],
    ['windows-1252', 'Ana\u00a0Soto, Luis\u00a0Peña', [0xa0, 0xa0, 0xf1]],
    ['macintosh', '• Ana Muñoz', [0xa5, 0x96]],
    ['windows-1252', 'Ana;5 €, Luis;3 €', [0x80, 0x80]],
    ['ibm850', 'Tomás', [0xa0]],
  ])('is read in %s by signs beside its letters: %j', (encoding, text, high) => {
    const { readings, isCertain } = readEncodings(bytesOf(text, high));
    expect([readings[0], isCertain]).toEqual([{ encoding, text }, true]);
  });

  it('is in doubt where letters do not tell', () => {
    const { readings, isCertain } = readEncodings(bytesOf('Françoise', [0x87]));
    expect(isCertain).toBe(false);
    expect(readings.map(({ text }) => text)).toContain('Françoise');
  });

  it('is refused when it is none, or too large', async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8]);
    expect(await readListFile(new Blob([zip]))).toMatchObject({
      problem: expect.stringContaining('como CSV'),
    });
    expect(await readListFile(new Blob([new Uint8Array(1_000_001)]))).toMatchObject({
      problem: expect.stringContaining('1 MB'),
    });
    expect(await readListFile(new Blob(['Camila\nLuz\n']))).toMatchObject({
      readings: [{ text: 'Camila\nLuz' }],
    });
  });
});
