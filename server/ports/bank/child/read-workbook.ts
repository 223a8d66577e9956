import { Parser } from 'htmlparser2';
import * as yauzl from 'yauzl';
import { DAY_MS } from '#domain/base/dates.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import { isFilled, MAX_CELL, MAX_COLUMNS, MAX_TABLE_ROWS, type Table } from './table.ts';

/** Unpacked bytes of all parts that are read: fifty thousand rows have about 25 MB. */
const MAX_UNPACKED = 120_000_000;
const MAX_PARTS = 2000;
const MAX_SHEETS = 20;
/** No part that is read has half of it. */
const MAX_DEPTH = 40;
const MAX_TEXTS = 500_000;

type Parts = {
  has: (name: string) => boolean;
  /** Parses a part of the workbook while it is unpacked. */
  parse: (name: string, handler: Handler) => Promise<void>;
};
type Handler = {
  open?: (name: string, attributes: Record<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
};

/**
 * Reads the visible sheets of an XLSX file. Of a formula its last result is read; links to other
 * files and pictures are not opened.
 * @throws UnreadableList
 */
export async function* readWorkbook(file: Uint8Array): AsyncGenerator<Table> {
  const parts = await openParts(file).catch(refuse);
  if (!parts.has('xl/workbook.xml')) throw new UnreadableList('broken');
  const { sheets, dates1904 } = await readSheets(parts).catch(refuse);
  const texts = await readTexts(parts).catch(refuse);
  const dateStyles = await readDateStyles(parts).catch(refuse);
  for (const sheet of sheets.slice(0, MAX_SHEETS)) {
    if (parts.has(sheet)) {
      yield await readSheet(parts, sheet, { texts, dateStyles, dates1904 }).catch(refuse);
    }
  }
}

function refuse(error: unknown): never {
  throw error instanceof UnreadableList ? error : new UnreadableList('broken');
}

async function openParts(file: Uint8Array): Promise<Parts> {
  const buffer = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const zip = await yauzl.fromBufferPromise(buffer, { strictFileNames: false });
  const entries = new Map<string, yauzl.Entry>();
  for await (const entry of zip.eachEntry()) {
    if (entries.size >= MAX_PARTS) throw new UnreadableList('too_large');
    entries.set(entry.fileName.replace(/^\//, ''), entry);
  }
  let unpacked = 0;
  return {
    has: (name) => entries.has(name),
    parse: async (name, handler) => {
      const entry = entries.get(name);
      if (!entry) return;
      let depth = 0;
      const parser = new Parser(
        {
          onopentag: (tag, attributes) => {
            depth += 1;
            if (depth > MAX_DEPTH) throw new UnreadableList('broken');
            handler.open?.(withoutPrefix(tag), attributes);
          },
          ontext: (text) => handler.text?.(text),
          onclosetag: (tag) => {
            depth -= 1;
            handler.close?.(withoutPrefix(tag));
          },
        },
        { xmlMode: true },
      );
      const decoder = new TextDecoder();
      // The reader refuses an entry that is longer than it says.
      for await (const chunk of await zip.openReadStreamPromise(entry)) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED) throw new UnreadableList('too_large');
        parser.write(decoder.decode(chunk, { stream: true }));
      }
      parser.end(decoder.decode());
    },
  };
}

function withoutPrefix(tag: string): string {
  return tag.slice(tag.indexOf(':') + 1);
}

/** Returns the paths of the sheets that are shown, in the sequence of the workbook. */
async function readSheets(parts: Parts): Promise<{ sheets: string[]; dates1904: boolean }> {
  const ids: string[] = [];
  const paths = new Map<string, string>();
  let dates1904 = false;
  await parts.parse('xl/workbook.xml', {
    open: (tag, { state, date1904, ...attributes }) => {
      if (tag === 'workbookPr') dates1904 = date1904 === '1' || date1904 === 'true';
      if (tag === 'sheet' && (state ?? 'visible') === 'visible') ids.push(attributes['r:id'] ?? '');
    },
  });
  await parts.parse('xl/_rels/workbook.xml.rels', {
    open: (tag, { Id = '', Target = '', TargetMode }) => {
      if (tag !== 'Relationship' || TargetMode === 'External') return;
      paths.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`);
    },
  });
  return { sheets: ids.flatMap((id) => paths.get(id) ?? []), dates1904 };
}

async function readTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  let [text, isText, isReading] = ['', false, false];
  await parts.parse('xl/sharedStrings.xml', {
    open: (tag) => {
      if (tag === 'si') text = '';
      if (tag === 'rPh') isReading = true;
      if (tag === 't') isText = !isReading;
    },
    text: (part) => {
      if (isText && text.length < MAX_CELL) text += part;
    },
    close: (tag) => {
      if (tag === 't') isText = false;
      if (tag === 'rPh') isReading = false;
      if (tag !== 'si') return;
      if (texts.length >= MAX_TEXTS) throw new UnreadableList('too_large');
      texts.push(text.slice(0, MAX_CELL));
    },
  });
  return texts;
}

/** Numbers of the formats of days that Excel has itself (ECMA-376, 18.8.30). */
const isDateFormat = (id: number) =>
  (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** Returns which cell styles show a number as a day. */
async function readDateStyles(parts: Parts): Promise<boolean[]> {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let isCell = false;
  await parts.parse('xl/styles.xml', {
    open: (tag, { numFmtId, formatCode = '' }) => {
      const id = Number(numFmtId ?? 0);
      if (tag === 'numFmt')
        own.set(id, /[dy]/i.test(formatCode.replaceAll(/"[^"]*"?|\[[^\]]*\]?/g, '')));
      if (tag === 'cellXfs') isCell = true;
      if (tag === 'xf' && isCell) styles.push(own.get(id) ?? isDateFormat(id));
    },
    close: (tag) => {
      if (tag === 'cellXfs') isCell = false;
    },
  });
  return styles;
}

type Workbook = { texts: readonly string[]; dateStyles: readonly boolean[]; dates1904: boolean };

async function readSheet(parts: Parts, path: string, workbook: Workbook): Promise<Table> {
  const table: Table = [];
  let row: Table[number] = [];
  let number = 0;
  let cell = { column: 0, type: 'n', isDay: false, text: '' };
  let isValue = false;
  await parts.parse(path, {
    open: (tag, { r = '', t = 'n', s = '0' }) => {
      if (tag === 'row') {
        row = [];
        number = Number(r);
      }
      if (tag === 'c') {
        const column = columnOf(r) ?? row.length;
        cell = { column, type: t, isDay: workbook.dateStyles[Number(s)] ?? false, text: '' };
      }
      if (tag === 'v' || tag === 't') isValue = true;
    },
    text: (part) => {
      if (isValue && cell.text.length < MAX_CELL) cell.text += part;
    },
    close: (tag) => {
      if (tag === 'v' || tag === 't') isValue = false;
      if (tag === 'c' && cell.column < MAX_COLUMNS) {
        while (row.length < cell.column) row.push('');
        row[cell.column] = readCell(cell, workbook);
      }
      if (tag === 'row' && isFilled(row)) {
        // A gap of more rows than any heading has is not kept.
        const gap = number - 1 - table.length;
        if (gap > 0 && gap < 100) table.push(...Array.from({ length: gap }, () => []));
        table.push(row);
      }
      if (table.length > MAX_TABLE_ROWS) throw new UnreadableList('too_many_rows');
    },
  });
  return table;
}

function readCell(
  { type, text, isDay }: { type: string; text: string; isDay: boolean },
  { texts, dates1904 }: Workbook,
): Table[number][number] {
  if (type === 's') return texts[Number(text)]?.trim() ?? '';
  if (type === 'e') return '';
  const number = Number(text);
  if (type !== 'n' || text === '' || !Number.isFinite(number))
    return text.slice(0, MAX_CELL).trim();
  if (!isDay) return number;
  const zero = Date.UTC(dates1904 ? 1904 : 1899, dates1904 ? 0 : 11, dates1904 ? 1 : 30);
  const time = new Date(zero + Math.floor(number) * DAY_MS);
  return Number.isNaN(time.getTime()) ? number : time.toISOString().slice(0, 10);
}

/** Returns the column of a reference such as `AB12`, from 0. */
function columnOf(reference: string): number | null {
  const [letters] = /^[A-Z]{1,3}/.exec(reference) ?? [];
  if (letters === undefined) return null;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
