/** Reads a number as it is written in Chile, with a comma; NaN for what is none. */
export function readNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

const GROUPED = /^-?\d{1,3}(\.\d{3})+$/;

/** The same of pesos or things, whose points group thousands: `25.000`. */
export function readWhole(typed: string): number {
  const text = typed.trim();
  return readNumber(GROUPED.test(text) ? text.replaceAll('.', '') : text);
}

/** Writes a number with a comma. */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}
