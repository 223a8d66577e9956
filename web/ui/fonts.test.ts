import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { regions } from '#domain/delivery/regions.ts';

const faces = readFileSync(join(import.meta.dirname, 'fonts.css'), 'utf8').split('@font-face');

describe.each(['fredoka', 'nunito'])("the letters of %s's first file", (name) => {
  it("are enough for Chile's regions", () => {
    const face = faces.find((each) => each.includes(`${name}-spanish`)) ?? '';
    const ranges = [...face.matchAll(/U\+([\dA-F]+)(?:-([\dA-F]+))?/g)].map(
      ([, first = '', last = first]) => [Number.parseInt(first, 16), Number.parseInt(last, 16)],
    );
    const isIn = (letter: string) =>
      ranges.some(([first = 0, last = 0]) => {
        const code = letter.codePointAt(0) ?? 0;
        return first <= code && code <= last;
      });
    const names = regions.map((region) => region.name);
    expect(names.filter((name) => ![...name].every(isIn))).toEqual([]);
  });
});
