import { createHmac, hash } from 'node:crypto';
import { readEncodings } from '#domain/base/encodings.ts';
import { payerWords } from '#domain/payments/match-evidence.ts';
import { readStatement, type Statement, type StatementCredit } from '#domain/payments/statement.ts';
import { type BankCredit, type BankStatement, UnreadableList } from '#server/ports/bank/bank.ts';
import type { Request } from '#server/ports/bank/open-bank.ts';
import { readDelimited } from './read-delimited.ts';
import { readMarkup } from './read-markup.ts';
import { readWorkbook } from './read-workbook.ts';
import type { Table } from './table.ts';

const MAX_ROWS = 50_000;

/** Reads a list in this thread, without limits of time and memory. @throws UnreadableList */
export async function readList(request: Request): Promise<BankStatement> {
  try {
    const { credits, layout, key, isEmpty: _, ...statement } = await readFirst(request);
    if (statement.rows > MAX_ROWS) throw new UnreadableList('too_many_rows');
    return {
      ...statement,
      layoutKey: sha256(key),
      layout: {
        ...{ date: layout.date, text: layout.text, amount: layout.amount, name: layout.name },
        ...{ credit: layout.credit, debit: layout.debit, rut: layout.rut },
      },
      credits: credits.map((credit) => present(credit, request.key)),
    };
  } catch (error) {
    throw error instanceof UnreadableList ? error : new UnreadableList('broken');
  }
}

/** Returns the first table with movements. @throws UnreadableList without one */
async function readFirst({ list, today, remembered, corrections }: Request): Promise<Statement> {
  let preview: string[][] = [];
  let isEmpty = false;
  for await (const table of list instanceof Uint8Array ? readTables(list) : [list]) {
    const statement = readStatement(table, today, (key) => ({
      ...remembered[sha256(key)],
      ...corrections,
    }));
    if (statement.rows > 0) return statement;
    if (preview.length === 0) preview = statement.preview;
    isEmpty ||= statement.isEmpty;
  }
  if (isEmpty) throw new UnreadableList('no_movements');
  throw new UnreadableList('no_table', preview);
}

function present({ sameness, ...credit }: StatementCredit, key: Uint8Array): BankCredit {
  const payer = [credit.rut, payerWords(credit).join(' ')]
    .flatMap((who) => (who ? createHmac('sha256', key).update(who).digest('base64url') : []))
    .join('');
  return { ...credit, hash: sha256(sameness), payer: payer || null };
}

const sha256 = (text: string) => hash('sha256', text, 'base64url');

const SIGNATURES = {
  zip: [0x50, 0x4b, 0x03, 0x04],
  /** Excel until 2003, and any later file with a password. */
  compound: [0xd0, 0xcf, 0x11, 0xe0],
  pdf: [0x25, 0x50, 0x44, 0x46],
} as const;

/** Reads the tables of a file or of pasted text, by what stands in it. @throws UnreadableList */
async function* readTables(list: Uint8Array): AsyncGenerator<Table> {
  const starts = (name: keyof typeof SIGNATURES) =>
    SIGNATURES[name].every((byte, at) => list[at] === byte);
  if (starts('compound')) throw new UnreadableList('old_excel');
  if (starts('pdf')) throw new UnreadableList('pdf');
  if (starts('zip')) return yield* readWorkbook(list);
  const text = readEncodings(list).readings[0]?.text ?? '';
  // A picture of the list, or another file without text.
  if (text.includes('\0')) throw new UnreadableList('broken');
  // A buyer's comment may have such a word, too.
  if (/^\s*</.test(text) && /<(?:table|tr|row|ss:row)[\s>]/i.test(text)) yield readMarkup(text);
  else yield readDelimited(text);
}
