import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Columns = Record<string, string>;

const folder = join(import.meta.dirname, '../db/tables');
const COLUMN = /^ {4}(\w+): (.+);$/gm;
/** A table's type: shared columns, columns of its own, shared columns. */
const TABLE = /^ {2}(\w+): ([^{\n]*)\{\n([\s\S]*?)\n {2}\}([^;\n]*);/gm;
/** A type of columns that tables share, and one by a value (`AddressColumns`). */
const SHARED = /^(?:export )?type (\w+Columns) = \{\n([\s\S]*?)\n\}/gm;
const MAPPED = /\[Name in Mark as `\$\{Name\}(_\w+)`\]: ([^;}\n]+)/g;
const BY_VALUE = /^(?:export )?const (\w+)Columns = \{\n([\s\S]*?)\n\} as const/gm;

/**
 * Reads the tables' columns from the source of their types.
 * @returns for each table its columns, each `text` or `number`, with ` or null` where it may be
 */
export function readTableTypes(marks: readonly string[]): Record<string, Columns> {
  const sources = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const shared = readShared(sources.join('\n'), marks);
  const tables: Record<string, Columns> = {};
  for (const source of sources.filter((text) => /^export type \w+Tables = \{/m.test(text))) {
    const body = source.slice(source.search(/^export type \w+Tables = \{/m));
    for (const [, table = '', before = '', own = '', after = ''] of body.matchAll(TABLE)) {
      const others = `${before} ${after}`.match(/\w+Columns/g) ?? [];
      tables[table] = Object.assign(
        columnsIn(own, COLUMN),
        ...others.map((name) => shared.get(name)),
      );
    }
  }
  return tables;
}

function readShared(source: string, marks: readonly string[]): Map<string, Columns> {
  const shared = new Map<string, Columns>();
  for (const [, name = '', body = ''] of source.matchAll(BY_VALUE)) {
    const own = Object.fromEntries(
      [...body.matchAll(/(\w+): '([^']+)'/g)].map(([, column = '', kind = '']) => [column, kind]),
    );
    const all = /\.\.\.addressColumns/.test(body)
      ? { ...shared.get('AddressColumns'), ...own }
      : own;
    shared.set(`${name.charAt(0).toUpperCase()}${name.slice(1)}Columns`, all);
  }
  for (const [, name = '', body = ''] of source.matchAll(SHARED)) {
    shared.set(name, columnsIn(body, /^ {2}(\w+): (.+);$/gm));
  }
  const mapped = [...source.matchAll(MAPPED)].flatMap(([, suffix = '', type = '']) =>
    marks.map((mark) => [mark + suffix, kindOf(type)] as const),
  );
  return shared.set('MarkColumns', Object.fromEntries(mapped));
}

function columnsIn(body: string, pattern: RegExp): Columns {
  return Object.fromEntries(
    [...body.matchAll(pattern)].map(([, name = '', type = '']) => [name, kindOf(type)]),
  );
}

function kindOf(type: string): string {
  const isNumber = /\b(number|Millis|Flag)\b|[<\s]\d\b|^\d/.test(type);
  return (isNumber ? 'number' : 'text') + (/\bnull\b/.test(type) ? ' or null' : '');
}
