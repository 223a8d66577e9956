import { mapKeys } from '#domain/base/keys.ts';
import { type Letters, loadLetters } from '#domain/pins/letters.ts';
import { TEXT_FONTS, type TextFont } from '#domain/pins/text.ts';
import { createLoader, type Loader } from '#web/lib/loader.ts';

const fonts = mapKeys(TEXT_FONTS, (font) =>
  createLoader(`letters of ${font}`, () => loadLetters(font)),
);

/** Returns the loader of a font's outlines, one per page. */
export function lettersOf(font: TextFont): Loader<Letters> {
  return fonts[font];
}
