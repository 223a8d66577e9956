const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z|\b1[789]\d{11}\b/g;
/** Order ids and other random values. */
const RANDOM = /[2-9A-Z]{5}-[2-9A-Z]{5}|[\w-]{20,}(?:\.[\w-]{20,})*/g;
const WORD = /^[a-z]+(?:[A-Z_-][a-z]+)*$/;

/**
 * Returns a function that hides times in a response, and replaces ids and tokens by names, numbered
 * by their first appearance.
 */
export function createNaming(): (text: string) => string {
  const names = new Map<string, string>();
  return (text) =>
    text.replaceAll(TIME, '«time»').replaceAll(RANDOM, (drawn) => {
      if (WORD.test(drawn)) return drawn;
      const name = names.get(drawn) ?? `«${names.size + 1}»`;
      names.set(drawn, name);
      return name;
    });
}
