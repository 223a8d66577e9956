import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keysOf } from '#domain/base/keys.ts';
import { forAll } from '#domain/testing/for-all.ts';
import { drawText, loadLetters, placeText, writeTextSvg } from './letters.ts';
import { DEFAULT_PRESS } from './pin.ts';
import {
  cleanPinText,
  FIRST_STYLE,
  findUnwritable,
  placeOf,
  TEXT_FONTS,
  TEXT_PATHS,
  TEXT_PLACES,
  TEXT_SIZES,
  type TextFont,
  type TextPath,
} from './text.ts';

const fonts = Object.keys(TEXT_FONTS) as TextFont[];
const paths = Object.keys(TEXT_PATHS) as TextPath[];
const places = [undefined, ...keysOf(TEXT_PLACES)];
const sizes = [undefined, ...keysOf(TEXT_SIZES)];

describe('a text of a pin', () => {
  it('is composed, of one line, with single spaces', () => {
    expect(cleanPinText(' Jose\u0301\tLuis\u00a0 Ñandú\n')).toBe('José Luis Ñandú');
  });

  it('is written with Latin letters', () => {
    expect(findUnwritable('Ñuñoa, Łukasz Dvořák, Ștefan & Zoë “<b>”')).toEqual([]);
    expect(findUnwritable('Ana 👨‍👩‍👧 محمد 👨‍👩‍👧')).toEqual(['👨‍👩‍👧', 'م', 'ح', 'د']);
    expect(findUnwritable('a\u0323\u0301 \u202ex')).toEqual(['a\u0323\u0301', '\u202e']);
  });

  it('lies within the safe circle, however long it is', () => {
    const advances = fc.array(fc.double({ min: 0.2, max: 1.2, noNaN: true }), {
      minLength: 1,
      maxLength: 40,
    });
    const press = fc.double({ min: 10, max: 200, noNaN: true });
    forAll(
      fc.constantFrom(...fonts),
      fc.constantFrom(...paths),
      fc.constantFrom(...places),
      fc.constantFrom(...sizes),
      press,
      advances,
      (font, path, place, emSize, safeMm, widths) => {
        const style = { font, path, place, size: emSize };
        const { size, letters } = placeText(style, { safeMm }, widths);
        const { capital, top, bottom } = TEXT_FONTS[font];
        const isLower = placeOf(style) === 'bottom';
        const height = isLower && path === 'straight' ? capital : top;
        const isTangent = path === 'circle' && place !== 'middle';
        for (const [at, { x, y, angle }] of letters.entries()) {
          const turn = (angle * Math.PI) / 180;
          for (const [right, up] of [
            [0, height],
            [widths[at] ?? 0, height],
            [0, -bottom],
            [widths[at] ?? 0, -bottom],
          ] as const) {
            const corner = Math.hypot(
              x + size * (right * Math.cos(turn) + up * Math.sin(turn)),
              y + size * (right * Math.sin(turn) - up * Math.cos(turn)),
            );
            // The outer corners of wide letters extend slightly beyond the arc.
            expect(corner).toBeLessThan((safeMm / 2) * (isTangent ? 1.06 : 1));
          }
        }
      },
    );
  });

  it('is centred, and its letters follow each other', () => {
    const straight = placeText({ font: 'anton', path: 'straight' }, DEFAULT_PRESS, [0.5, 1, 0.5]);
    expect(straight.letters.map(({ x }) => x / straight.size)).toEqual([-1, -0.5, 0.5]);
    const { letters } = placeText({ font: 'anton', path: 'circle' }, DEFAULT_PRESS, [0.5, 1, 0.5]);
    const [first, middle, last] = letters.map(({ angle }) => angle);
    expect(first).toBeCloseTo(-(last ?? 0));
    expect(middle).toBeCloseTo(0);
  });

  it.each(paths)('lies above, in the middle or below, %s', (path) => {
    const [top = 0, middle = 0, bottom = 0] = keysOf(TEXT_PLACES).map((place) => {
      const style = { font: 'baloo', path, place } as const;
      const { letters, size } = placeText(style, DEFAULT_PRESS, [1]);
      const { capital, bottom: descent } = TEXT_FONTS.baloo;
      return (letters[0]?.y ?? 0) - ((capital - descent) / 2) * size;
    });
    expect(middle).toBeCloseTo(0);
    expect(top).toBeLessThan(-DEFAULT_PRESS.safeMm / 5);
    expect(bottom).toBeGreaterThan(DEFAULT_PRESS.safeMm / 5);
  });

  it('reads from the left on each arc, upright in its middle', () => {
    for (const place of places) {
      const style = { font: 'anton', path: 'circle', place } as const;
      const { letters } = placeText(style, DEFAULT_PRESS, [0.5, 1, 0.5]);
      const [first, second, third] = letters;
      expect(second?.angle).toBeCloseTo(0);
      expect((first?.angle ?? 0) < 0).toBe(place !== 'bottom');
      expect(first?.x).toBeLessThan(second?.x ?? 0);
      expect(second?.x).toBeLessThan(third?.x ?? 0);
    }
  });

  it('is as large as chosen while it fits, and a small one is always smaller', () => {
    const sizesOf = (path: TextPath, length: number) =>
      sizes.map((size) => {
        const style = { font: 'baloo', path, size } as const;
        const widths = Array.from({ length }, () => 0.6);
        return placeText(style, DEFAULT_PRESS, widths).size;
      });
    for (const path of paths) {
      const [omitted = 0, small = 0, medium = 0, large = 0] = sizesOf(path, 2);
      expect(omitted).toBe(medium);
      expect(small).toBeLessThan(medium);
      expect(large / medium).toBeCloseTo(1.4);
      const [, smallLong, long = 0, largeLong] = sizesOf(path, 40);
      expect(smallLong).toBeCloseTo(0.7 * long);
      expect(largeLong).toBe(long);
    }
  });

  it('says when it is too long for its pin', () => {
    const place = (length: number) =>
      placeText(
        { font: 'baloo', path: 'straight' },
        DEFAULT_PRESS,
        Array.from({ length }, () => 0.6),
      );
    expect(place(20).isTooSmall).toBe(false);
    expect(place(40).isTooSmall).toBe(true);
  });
});

describe.each(fonts)('the letters of %s', (font) => {
  it('are those that a text may have', async () => {
    const letters = await loadLetters(font);
    const every = Array.from({ length: 0x2200 }, (_, code) => String.fromCodePoint(code)).filter(
      (letter) => findUnwritable(letter).length === 0,
    );
    expect(every.length).toBeGreaterThan(300);
    expect(Object.keys(letters).sort()).toEqual(every.sort());
    for (const letter of Object.values(letters)) expect(letter).toMatch(/^\d+( M[-\d ]+.*Z)?$/);
  });

  it('are as high as the table has them', async () => {
    const letters = await loadLetters(font);
    const { capital, top, bottom } = TEXT_FONTS[font];
    const reach = (letter: string) => {
      const ys = [...(letters[letter] ?? '').matchAll(/[MLQC ](-?\d+)(?=[A-Z])/g)];
      return ys.map(([, y]) => Number(y) / -1000);
    };
    expect(Math.max(...reach('H'))).toBeCloseTo(capital, 1);
    expect(Math.max(...reach('Ñ'))).toBeLessThanOrEqual(top + 0.005);
    expect(Math.min(...reach('g'))).toBeGreaterThanOrEqual(-bottom - 0.005);
  });

  it('are drawn in their order', async () => {
    const letters = await loadLetters(font);
    const { letters: drawn } = drawText(
      { ...FIRST_STYLE, font, value: 'A a' },
      DEFAULT_PRESS,
      letters,
    );
    expect(drawn.map(({ outline }) => outline.charAt(0))).toEqual(['M', '', 'M']);
  });
});

describe('a drawn text', () => {
  const drawn = {
    letters: [{ x: 1, y: 2, angle: 30, outline: 'M0 0Z' }],
    ...{ scale: 0.5, lineWidth: 9, isTooSmall: false },
  };
  const text = { ...FIRST_STYLE, value: 'A', colour: '#ff0000', outline: '#0000ff' };

  it('lies over the middle of its square, its outline below its letters', () => {
    const svg = writeTextSvg(drawn, text, { millimetres: 70, side: 256 });
    expect(svg).toMatch(/^<svg [^>]* width="256" height="256" viewBox="-35 -35 70 70">.*<\/svg>$/);
    const letter = '<path transform="translate(1 2) rotate(30) scale(0.5)" d="M0 0Z"/>';
    expect(svg.split(letter)).toHaveLength(3);
    expect(svg.indexOf('stroke="#0000ff" stroke-width="9"')).toBeLessThan(svg.indexOf(letter));
    expect(svg.indexOf('<g fill="#ff0000">')).toBeGreaterThan(svg.indexOf(letter));
  });

  it('has its letters alone where it has no outline', () => {
    const svg = writeTextSvg(drawn, { ...text, outline: null }, { millimetres: 70, side: 256 });
    expect(svg).not.toContain('stroke');
    expect(svg.match(/<path/g)).toHaveLength(1);
  });
});
