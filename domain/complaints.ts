/** Until when buyers may tell that something is wrong with what they got. */
export type ComplaintRules = {
  /** Days since the last one on which it can have arrived; null: the order's page does not take it. */
  complainDays: number | null;
};

export const MAX_COMPLAIN_DAYS = 180;

/** As the text on the right of withdrawal promises. */
export const DEFAULT_COMPLAINT_RULES: ComplaintRules = { complainDays: 10 };

const all = new Intl.ListFormat('es', { type: 'conjunction' });

/** @param numbers of pictures, from 1 @returns such as `la imagen 2` and `las imágenes 1, 2 y 4` */
export function namePictures(numbers: readonly number[]): string {
  const named = all.format(numbers.map(String));
  return numbers.length === 1 ? `la imagen ${named}` : `las imágenes ${named}`;
}
