/** The separator of cells: for Excel in Chile the comma is the decimal sign. */
const SEPARATOR = ';';
/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Texts that a spreadsheet runs as a formula, also with the full-width signs of Asian keyboards.
 */
const FORMULA = /^\s*[=+\-@＝＋－＠|\t\r\n]/;

/** Returns a line of a CSV file (RFC 4180): every text is quoted, and none runs as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(SEPARATOR)}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
