/** A way to look at the page. */
export type Look = {
  width: number;
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
};

/** Height of the window at each width, as such devices have it. */
const heights: Readonly<Record<number, number>> = { 360: 740, 768: 1024, 1440: 900 };

export const windowOf = (width: number) => ({ width, height: heights[width] ?? 900 });

const words = (process.env.BOOK ?? '').split(' ').filter(Boolean);
const isLook = (word: string) => /^(\d+|light|dark|forced)$/.test(word);
const wanted = words.filter(isLook);

/** Colours as somebody's system imposes them, instead of the shop's. */
const forcedColors = words.includes('forced') ? 'active' : 'none';
const widths = Object.keys(heights).filter((width) => isWanted(width, /^\d+$/));
const schemes = (['light', 'dark'] as const).filter((scheme) => isWanted(scheme, /^(light|dark)$/));

function isWanted(word: string, kind: RegExp): boolean {
  const others = wanted.filter((each) => kind.test(each));
  return others.length === 0 || others.includes(word);
}

/** How the states are to be looked at: at every width, light and dark, unless told otherwise. */
export const looks: readonly Look[] = widths.flatMap((width) =>
  schemes.map((colorScheme) => ({ width: Number(width), colorScheme, forcedColors })),
);

/** Whether pictures of a state were asked for, by a part of its walk's name or of its own. */
export function isAskedFor(walk: string, state: string): boolean {
  const asked = words.filter((word) => !isLook(word));
  return asked.length === 0 || asked.some((word) => `${walk}/${state}`.includes(word));
}

/** How a look ends the names of its pictures. */
export const endingOf = ({ width, colorScheme, forcedColors: forced }: Look) =>
  `${width}-${colorScheme}${forced === 'active' ? '-forced' : ''}.png`;
