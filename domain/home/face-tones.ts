/** Colours of the page by the name of their token in `web/ui/tokens.css`; all `#rrggbb`. */
export type Tones = Readonly<Record<ToneName, string>>;
type ToneName = 'brand' | 'brand-deep' | 'brand-text' | 'on-brand' | 'sun' | 'sun-deep' | 'sun-ink';

/** WCAG 2.2, 1.4.3: minimum contrast of text. */
export const MIN_CONTRAST = 4.5;
export const WHITE = '#ffffff';
const BLACK = '#000000';
/** Of `web/ui/tokens.css`: text in the light, and the background in the dark. */
const INK = '#2b1637';
const NIGHT = '#1b1022';
/** The surface of the theme that is hardest to read on, for text in the shop's colour. */
const SUNKEN = { light: '#fbf0e1', dark: '#352542' };
/** Luminance of the hero and the footer: dark text and links are readable on more, light on less. */
const LIGHT_SUN = 0.62;
const DARK_SUN = 0.03;
const DEEPER = 0.14;

/**
 * Returns the page's tones in the light and in the dark for the shop's colour (`#rrggbb`), which is
 * that of its buttons in the light; null if neither white nor dark text is readable on it.
 */
export function tonesOf(colour: string): Readonly<Record<'light' | 'dark', Tones>> | null {
  const text = [WHITE, INK].find((one) => contrastOf(one, colour) >= MIN_CONTRAST);
  if (text === undefined) return null;
  // Darker, unless its dark text would be unreadable.
  const darker = mix(colour, BLACK, 0.2);
  const deep = contrastOf(text, darker) >= MIN_CONTRAST ? darker : mix(colour, WHITE, 0.2);
  const lightSun = towards(
    mix(colour, WHITE, 0.4),
    WHITE,
    (tone) => luminanceOf(tone) >= LIGHT_SUN,
  );
  const darkSun = towards(mix(colour, NIGHT, 0.4), NIGHT, (tone) => luminanceOf(tone) <= DARK_SUN);
  const lightText = textTone(colour, BLACK, [SUNKEN.light, lightSun]);
  const darkBrand = textTone(colour, WHITE, [SUNKEN.dark, darkSun, NIGHT]);
  return {
    light: {
      brand: colour,
      'brand-deep': deep,
      'brand-text': lightText,
      'on-brand': text,
      sun: lightSun,
      'sun-deep': mix(lightSun, colour, DEEPER),
      'sun-ink': INK,
    },
    dark: {
      brand: darkBrand,
      'brand-deep': mix(darkBrand, WHITE, 0.25),
      'brand-text': darkBrand,
      'on-brand': NIGHT,
      sun: darkSun,
      'sun-deep': mix(darkSun, WHITE, 0.08),
      'sun-ink': mix(darkBrand, WHITE, 0.5),
    },
  };
}

/** Returns whether text is readable on a colour (`#rrggbb`). */
export function isReadableColour(colour: string): boolean {
  return tonesOf(colour) !== null;
}

/** Returns the contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminanceOf(colour: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(colour).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
}

/** @param share of the other colour, from 0 to 1 */
function mix(colour: string, other: string, share: number): string {
  const parts = partsOf(other);
  const mixed = partsOf(colour).map((part, at) => part + ((parts[at] ?? 0) - part) * share);
  return `#${mixed.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
}

const STEPS = 50;

/** Returns the first tone of a colour on its way to another that fits; at last the other itself. */
function towards(colour: string, other: string, fits: (tone: string) => boolean): string {
  for (let step = 0; step < STEPS; step += 1) {
    const tone = mix(colour, other, step / STEPS);
    if (fits(tone)) return tone;
  }
  return other;
}

/** Returns the tone of a colour that is readable on all grounds. */
function textTone(colour: string, other: string, grounds: readonly string[]): string {
  return towards(colour, other, (tone) =>
    grounds.every((ground) => contrastOf(tone, ground) >= MIN_CONTRAST),
  );
}
