/** The sign between cells: Excel in Chile takes the comma for the decimal sign. */
const SEPARATOR = ';';
/** Makes Excel read the file as UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** What makes a spreadsheet run a text as a formula, the wide signs of Asian keyboards too. */
const FORMULA = /^\s*[=+\-@＝＋－＠|\t\r\n]/;

/** One line of a CSV file (RFC 4180): every text in quotes, none that would run as a formula. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(SEPARATOR)}\r\n`;
}

function csvCell(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
