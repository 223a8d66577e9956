/** Reads a number as it is written in Chile, with a comma; NaN for what is none. */
export function readNumber(typed: string): number {
  const text = typed.trim().replace(',', '.');
  return text === '' ? Number.NaN : Number(text);
}

/** Writes a number with a comma. */
export function writeNumber(value: number): string {
  return String(value).replace('.', ',');
}
