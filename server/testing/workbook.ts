import { buffer } from 'node:stream/consumers';
import yazl from 'yazl';

type Cell = string | number;
type Parts = Readonly<Record<string, string>>;

const TYPES = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns an XLSX file with the sheets; a cell such as `@46338` is a day, `=A1` a formula. */
export function writeWorkbook(sheets: readonly (readonly (readonly Cell[])[])[]): Promise<Buffer> {
  const names = sheets.map((_, at) => `sheet${at + 1}.xml`);
  return zipParts({
    '[Content_Types].xml': `<Types xmlns="${TYPES}/content-types"/>`,
    'xl/workbook.xml': `<workbook xmlns:r="${OFFICE}"><sheets>${names
      .map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`)
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${TYPES}/relationships">${names
      .map((name, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/${name}"/>`)
      .join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      sheets.map((rows, at) => [`xl/worksheets/sheet${at + 1}.xml`, writeSheet(rows)]),
    ),
  });
}

function writeSheet(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map(
    (row, at) =>
      `<row r="${at + 1}">${row.map((cell, column) => writeCell(cell, `${String.fromCharCode(65 + column)}${at + 1}`)).join('')}</row>`,
  );
  return `<worksheet><sheetData>${lines.join('')}</sheetData></worksheet>`;
}

function writeCell(cell: Cell, place: string): string {
  if (cell === '') return '';
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`;
  if (cell.startsWith('@')) return `<c r="${place}" s="1"><v>${cell.slice(1)}</v></c>`;
  if (cell.startsWith('=')) return `<c r="${place}"><f>${cell.slice(1)}</f><v>8100</v></c>`;
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
}

/** Returns a zip of these parts. */
export function zipParts(parts: Parts): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  return buffer(zip.outputStream);
}
