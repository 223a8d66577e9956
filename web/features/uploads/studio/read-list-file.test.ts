import { describe, expect, it } from 'vitest';
import { decodeList, readListFile } from './NamesWindow.tsx';

describe('the file of a list', () => {
  it('is read in the encodings that spreadsheets write', () => {
    expect(decodeList(new TextEncoder().encode('\ufeffÑuñoa'))).toBe('Ñuñoa');
    expect(decodeList(Uint8Array.from([0xd1, 0x75, 0xf1, 0x6f, 0x61]))).toBe('Ñuñoa');
    expect(decodeList(Uint8Array.from([0xff, 0xfe, 0xd1, 0, 0x75, 0]))).toBe('Ñu');
  });

  it('is refused when it is none, or too large', async () => {
    const zip = Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 8]);
    expect(await readListFile(new Blob([zip]))).toMatchObject({
      problem: expect.stringContaining('como CSV'),
    });
    expect(await readListFile(new Blob([new Uint8Array(1_000_001)]))).toMatchObject({
      problem: expect.stringContaining('1 MB'),
    });
    expect(await readListFile(new Blob(['Camila\nLuz\n']))).toEqual({ text: 'Camila\nLuz' });
  });
});
