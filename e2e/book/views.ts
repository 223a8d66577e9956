/** What a picture shows of a state, and how it is checked. */
export type Look = {
  /**
   * It disappears after some seconds: the page's clock, which the journey has installed, stands
   * still for its pictures. 'paused': the journey itself has paused it.
   */
  isBrief?: boolean | 'paused';
  /**
   * The whole page, or only the viewport. By default the topmost dialog or the wizard, in full
   * height.
   */
  show?: 'page' | 'fold';
  /** Also takes a phone's viewport, including sticky elements. */
  hasFold?: boolean;
  /** Checks need scripts. */
  hasNoScript?: boolean;
};

export type View = {
  width: number;
  colorScheme: 'light' | 'dark';
  forcedColors: 'active' | 'none';
  /** Only the text is doubled. */
  isLarge: boolean;
};

/** 400 % zoom of a window of 1280 by 1024; only on request. */
export const MAGNIFIED = 320;
/** Typical window height at each width. */
const heights: Readonly<Record<number, number>> = {
  [MAGNIFIED]: 256,
  360: 740,
  768: 1024,
  1440: 900,
};

export const heightOf = (width: number) => heights[width] ?? 900;

/** Returns the arguments of `npm run book` (widths, schemes, parts of titles); null without it. */
export function readWords() {
  if (process.env.BOOK === undefined) return null;
  const words = process.env.BOOK.split(' ').filter(Boolean);
  const chosen = <T extends string>(all: readonly T[]) =>
    all.some((each) => words.includes(each)) ? all.filter((each) => words.includes(each)) : all;
  const widths = Object.keys(heights).filter(
    (width) => words.includes(width) || Number(width) !== MAGNIFIED,
  );
  const forcedColors = words.includes('forced') ? 'active' : 'none';
  const views: readonly View[] = chosen(widths).flatMap((width) =>
    chosen(['light', 'dark'] as const).map((colorScheme) => ({
      ...{ width: Number(width), colorScheme, forcedColors, isLarge: words.includes('large') },
    })),
  );
  const names = words.filter((word) => !/^(\d+|light|dark|forced|large|check)$/.test(word));
  return { names, views, isChecking: words.includes('check') };
}
