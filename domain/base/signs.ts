/** Signs without a mark on screen or paper: joiners, directions, fillers, soft hyphens. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;
/** The braille blank is no blank to `\s`. */
const BLANKS = /[\s\u2800]+/g;
const HYPHENS = /[\p{Dash_Punctuation}\u02d7\u2043\u207b\u208b\u2212\u2796]/gu;
/** Quotes, accents and letters that people and keyboards use as apostrophes. */
const APOSTROPHES =
  /[`´\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u02ee\u0384\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u2018-\u201b\u2032\u2035\u275b\u275c\ua78b\ua78c\uff07\uff40]/g;

/**
 * Returns the text with one spelling of all hyphens, apostrophes and blanks, and without invisible
 * signs, trimmed: for comparing, never for storing what goes on paper.
 */
export function foldSigns(text: string): string {
  return withoutInvisible(text)
    .replaceAll(BLANKS, ' ')
    .replaceAll(HYPHENS, '-')
    .replaceAll(APOSTROPHES, "'")
    .trim();
}

/** Returns a text without invisible signs, which one that is copied from a chat or a page often has. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/**
 * Returns whether a text has a letter or digit, of any script, that is seen: no accent or lengthening
 * alone (`ʼ`, `ー`), nor the picture of a key (`1️⃣`).
 */
export function isReadable(text: string): boolean {
  return /(?!\p{Lm})[\p{L}\p{N}](?!\u20e3)/u.test(withoutInvisible(text));
}
