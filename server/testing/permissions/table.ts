import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RegisteredRoute } from '#server/http/openapi.ts';

/** The callers: the columns of the table, in its order. */
const CALLERS = [
  'anonymous',
  'bad token',
  'unverified',
  'user',
  'other user',
  'disabled',
  'demoted',
  'admin',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** The values of a cell; docs/security.md explains them. */
const CELLS = ['yes', 'own', '401', '403'] as const;
type Cell = (typeof CELLS)[number];

/** A row of the table: a call such as `GET /api/orders`, with its result for each caller. */
export type Row = { call: string; cells: ReadonlyMap<CallerName, Cell> };

const DOCUMENT = join(import.meta.dirname, '../../../docs/security.md');
const HEAD = ['call', ...CALLERS];

/** Reads the table 'Who may do what' of docs/security.md. @throws Error for a cell it cannot read */
export async function readPermissions(): Promise<Row[]> {
  const lines = (await readFile(DOCUMENT, 'utf8')).split('\n');
  const head = lines.findIndex((line) => cellsOf(line).join() === HEAD.join());
  if (head < 0) throw new Error(`docs/security.md has no table with the head ${HEAD.join(' | ')}`);
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  return lines.slice(head + 2, end).map(readRow);
}

const PASSED_HEAD = 'call that asks for the second factor of an account that has one';

/** Reads the calls of docs/security.md that require the second factor of every account with one. */
export async function readPassedCalls(): Promise<ReadonlySet<string>> {
  const lines = (await readFile(DOCUMENT, 'utf8')).split('\n');
  const head = lines.findIndex((line) => cellsOf(line).join() === PASSED_HEAD);
  const end = lines.findIndex((line, at) => at > head && !line.startsWith('|'));
  if (head < 0) throw new Error(`docs/security.md has no table with the head ${PASSED_HEAD}`);
  return new Set(lines.slice(head + 2, end).map((line) => line.replaceAll(/[|` ]+/g, ' ').trim()));
}

/** Returns the calls of an app as in the table; HEAD and OPTIONS belong to their GET. */
export function callsOf(routes: readonly RegisteredRoute[]): string[] {
  const calls = routes
    .filter(({ method }) => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method))
    .map(({ method, url }) => `${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}`);
  return [...new Set(calls)];
}

/** Returns a row as a line of the document. */
export function writeRow({ call, cells }: Row): string {
  return `| \`${call}\` | ${CALLERS.map((name) => cells.get(name)).join(' | ')} |`;
}

function readRow(line: string): Row {
  const [call = '', ...cells] = cellsOf(line);
  const entries = CALLERS.map((name, at) => {
    const cell = CELLS.find((known) => known === cells[at]);
    if (!cell) throw new Error(`docs/security.md: "${cells[at]}" of ${call} for ${name}`);
    return [name, cell] as const;
  });
  return { call: call.replaceAll('`', ''), cells: new Map(entries) };
}

function cellsOf(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
}
