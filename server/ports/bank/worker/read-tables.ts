import { readEncodings } from '#domain/base/encodings.ts';
import { UnreadableList } from '#server/ports/bank/bank.ts';
import { readDelimited } from './read-delimited.ts';
import { readMarkup } from './read-markup.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Table } from './table.ts';

const SIGNATURES = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  /** Excel until 2003, and any later file with a password. */
  compound: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
} as const;

/** Reads the tables of a file or of pasted text, by what stands in it. @throws UnreadableList */
export async function* readTables(list: Uint8Array): AsyncGenerator<Table> {
  const starts = (name: keyof typeof SIGNATURES) =>
    SIGNATURES[name].every((byte, at) => list[at] === byte);
  if (starts('compound')) throw new UnreadableList('old_excel');
  if (starts('pdf')) throw new UnreadableList('pdf');
  if (starts('zip')) return yield* readWorkbook(list);
  const text = readEncodings(list).readings[0]?.text ?? '';
  // A buyer's comment may have such a word, too.
  if (/^\s*</.test(text) && /<(?:table|tr|row|ss:row)[\s>]/i.test(text))
    return yield* readMarkup(text);
  yield readDelimited(text);
}
