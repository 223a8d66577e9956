/** Reads a number with a decimal comma, as written in Chile; NaN if invalid. */
export function readNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

const GROUPED = /^-?\d{1,3}(\.\d{3})+$/;

/** The same for pesos or counts, with points as thousands separators: `25.000`. */
export function readWhole(typed: string): number {
  const text = typed.trim();
  return readNumber(GROUPED.test(text) ? text.replaceAll('.', '') : text);
}

/** Writes a number with a decimal comma. */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}
