import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contrastOf, MIN_CONTRAST, tonesOf } from './face-tones.ts';

const colours = fc
  .integer({ min: 0, max: 0xffffff })
  .map((n) => `#${n.toString(16).padStart(6, '0')}`);
/** Paper, surface and sunken of `web/ui/tokens.css`. */
const grounds = {
  light: ['#fffaf3', '#ffffff', '#fbf0e1'],
  dark: ['#1b1022', '#281a32', '#352542'],
};

test('text is readable on and in every tone of a colour, in the light and in the dark', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const tones = tonesOf(colour);
      fc.pre(tones !== null);
      expect(tones?.light.brand).toBe(colour);
      for (const theme of ['light', 'dark'] as const) {
        const shown = tones?.[theme];
        if (!shown) continue;
        const pairs = [
          [shown['on-brand'], shown.brand],
          [shown['on-brand'], shown['brand-deep']],
          [shown['sun-ink'], shown.sun],
          [shown['sun-ink'], shown['sun-deep']],
          ...[...grounds[theme], shown.sun].map((ground) => [shown['brand-text'], ground] as const),
        ] as const;
        for (const [text, ground] of pairs) {
          expect(contrastOf(text, ground)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        }
      }
    }),
    { numRuns: 2000, examples: [['#ffc845'], ['#c8203f'], ['#000000'], ['#ffffff'], ['#0000ff']] },
  );
});

test.each(['#808080', '#777777', '#e53935'])('%s has no readable text', (colour) => {
  expect(tonesOf(colour)).toBeNull();
});

test('contrast is that of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBe(21);
  expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
});
