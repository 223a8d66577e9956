/** Until when buyers may complain about an order. */
export type ComplaintRules = {
  /** Days after the latest possible arrival; null: the order's page accepts no complaints. */
  complainDays: number | null;
};

export const MAX_COMPLAIN_DAYS = 180;

/** The default matches the legal text on the right of withdrawal. */
export const DEFAULT_COMPLAINT_RULES: ComplaintRules = { complainDays: 10 };

const all = new Intl.ListFormat('es', { type: 'conjunction' });

/** @param numbers of pictures, from 1 @returns such as `la imagen 2` or `las imágenes 1, 2 y 4` */
export function namePictures(numbers: readonly number[]): string {
  const named = all.format(numbers.map(String));
  return numbers.length === 1 ? `la imagen ${named}` : `las imágenes ${named}`;
}
