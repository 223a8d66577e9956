import { type Letters, loadLetters } from '#domain/pins/letters.ts';
import type { TextFont } from '#domain/pins/text.ts';
import { createLoader, type Loader } from '#web/lib/loader.ts';

const fonts: Record<TextFont, Loader<Letters>> = {
  anton: createLoader('letters of anton', () => loadLetters('anton')),
  baloo: createLoader('letters of baloo', () => loadLetters('baloo')),
  bitter: createLoader('letters of bitter', () => loadLetters('bitter')),
  pacifico: createLoader('letters of pacifico', () => loadLetters('pacifico')),
};

/** Returns the loader of a font's outlines, one per page. */
export function lettersOf(font: TextFont): Loader<Letters> {
  return fonts[font];
}
