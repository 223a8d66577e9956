// Measures the structure of the product's code: what `npm run house` prints and lint/house.test.ts
// keeps.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A measure, its value and the most that is wanted; `isStructural`: a test keeps it. */
export type Measure = { name: string; value: number; most: number; isStructural: boolean };

type File = { path: string; text: string; imports: string[] };

const WINGS = ['domain', 'contract', 'server', 'web'];
/** Not the product: tests and what only tests import, and migrations of the models' data. */
const isTest = (path: string) =>
  /[.](test|suite|bench|spec)[.]tsx?$/.test(path) || /(^|\/)testing\//.test(path);

/** Returns the measures of the checkout in `root`. */
export function measureHouse(root: string): Measure[] {
  const product = readFiles(root, WINGS).filter(({ path }) => !isTest(path));
  const tests = [
    ...readFiles(root, WINGS).filter(({ path }) => isTest(path)),
    ...readFiles(root, ['e2e', 'bench']),
  ];
  const count = (pattern: RegExp) => product.filter(({ text }) => pattern.test(text)).length;
  const uses = (pattern: RegExp) =>
    product.reduce((sum, { text }) => sum + (text.match(pattern)?.length ?? 0), 0);
  const orders = columnsOf(root, 'orders');
  const features = product.filter(({ path }) => featureOf(path) !== null);
  const importers = countImporters(product);
  const single = [...importers.values()].filter((number) => number === 1).length;
  return [
    structural('columns of orders', orders.length, 57),
    structural(
      'nullable columns of orders',
      orders.filter((line) => !/\bnot null\b/.test(line)).length,
      26,
    ),
    structural('files that update orders', count(/updateTable\('orders'\)/), 2),
    structural(
      'files that insert, update or delete orders',
      count(/(updateTable|insertInto|deleteFrom)\('orders'\)/),
      3,
    ),
    structural('files that name OrderRow', count(/\bOrderRow\b/), 8),
    structural('uses of Pick<OrderRow', uses(/Pick<\s*OrderRow\b/g), 5),
    structural(
      'files that read audit_log outside server/audit',
      product.filter(
        ({ path, text }) => !path.startsWith('server/audit/') && /from\('audit_log'\)/i.test(text),
      ).length,
      0,
    ),
    structural('files with the shipping cost', count(/shippingCost|shipping_cost/), 10),
    structural('floors of the orders feature', countFloors(features, 'server/features/orders'), 8),
    structural(
      'files of the orders feature entered from outside',
      entered(product, 'server/features/orders').size,
      10,
    ),
    structural('pairs of features that import each other', pairs(features).length, 0),
    structural(
      'files directly in domain/ and contract/',
      product.filter(({ path }) => /^(domain|contract)\/[^/]+$/.test(path)).length,
      3,
    ),
    size(
      'lines of the settings',
      linesOf(
        readFiles(root, WINGS, 'ts,tsx,css').filter(
          ({ path }) => /settings/.test(path) && !isTest(path),
        ),
      ),
      3100,
    ),
    size('lines of the product', linesOf(product), 70_000),
    size('lines of tests, e2e and bench', linesOf(tests), 62_000),
    size('files with one importer, %', Math.round((100 * single) / importers.size), 30),
  ];
}

function structural(name: string, value: number, most: number): Measure {
  return { name, value, most, isStructural: true };
}

function size(name: string, value: number, most: number): Measure {
  return { name, value, most, isStructural: false };
}

function readFiles(root: string, folders: readonly string[], endings = 'ts,tsx'): File[] {
  return globSync(`{${folders.join(',')}}/**/*.{${endings}}`, { cwd: root })
    .filter((path) => !/[.]d[.]ts$|node_modules/.test(path))
    .map((path) => {
      const text = readFileSync(join(root, path), 'utf8');
      return { path, text, imports: importsOf(path, text) };
    });
}

function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import\(|import)\s*'((?:#|[.])[^']+)'/g)].map(
    ([, target = '']) =>
      target.startsWith('#') ? target.slice(1) : normalize(join(dirname(path), target)),
  );
}

function linesOf(files: readonly File[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

/** Returns the lines that define the columns of a table in the migrations. */
function columnsOf(root: string, table: string): string[] {
  const sql = globSync('server/db/migrations/**/*.sql', { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n');
  const [, body = ''] = new RegExp(`create table ${table} \\(([\\s\\S]*?)\\n\\);`).exec(sql) ?? [];
  return body.split('\n').filter((line) => /^ {2}[a-z_]+ (text|bigint|integer|double)/.test(line));
}

/** Returns the folder of the feature that a file belongs to; null: of none. */
function featureOf(path: string): string | null {
  return /^(?:server|web)\/features\/[^/]+/.exec(path)?.[0] ?? null;
}

/** Returns how many of the files import each of them. */
function countImporters(files: readonly File[]): Map<string, number> {
  const importers = new Map(files.map(({ path }) => [path, 0]));
  for (const { imports } of files) {
    for (const target of new Set(imports)) {
      const before = importers.get(target);
      if (before !== undefined) importers.set(target, before + 1);
    }
  }
  return importers;
}

/** Returns the files of a feature that files outside of it import. */
function entered(files: readonly File[], feature: string): Set<string> {
  const outside = files.filter(({ path }) => !path.startsWith(`${feature}/`));
  return new Set(
    outside.flatMap(({ imports }) => imports.filter((path) => path.startsWith(`${feature}/`))),
  );
}

function pairs(files: readonly File[]): string[] {
  const arrows = new Set<string>();
  for (const { path, imports } of files) {
    const from = featureOf(path);
    for (const target of imports) {
      const to = featureOf(target);
      if (from && to && from !== to) arrows.add(`${from} ${to}`);
    }
  }
  return [...arrows].filter((arrow) => {
    const [from = '', to = ''] = arrow.split(' ');
    return from < to && arrows.has(`${to} ${from}`);
  });
}

/** Returns the longest chain of imports within a feature, a folder as one room. */
function countFloors(files: readonly File[], feature: string): number {
  const roomOf = (path: string) => path.slice(feature.length + 1).split('/')[0] ?? '';
  const rooms = new Map<string, Set<string>>();
  for (const { path, imports } of files) {
    if (!path.startsWith(`${feature}/`)) continue;
    const below = rooms.get(roomOf(path)) ?? new Set();
    rooms.set(roomOf(path), below);
    for (const target of imports) {
      const isBelow = target.startsWith(`${feature}/`) && roomOf(target) !== roomOf(path);
      if (isBelow) below.add(roomOf(target));
    }
  }
  const heights = new Map<string, number>();
  function heightOf(room: string, path: readonly string[]): number {
    const known = heights.get(room);
    if (known !== undefined || path.includes(room)) return known ?? 0;
    const below = [...(rooms.get(room) ?? [])].map((each) => heightOf(each, [...path, room]));
    const height = 1 + Math.max(0, ...below);
    heights.set(room, height);
    return height;
  }
  return Math.max(0, ...[...rooms.keys()].map((room) => heightOf(room, [])));
}
