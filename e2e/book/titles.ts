import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const JOURNEYS = join(import.meta.dirname, '..');
/** Of a title that ends in a number from a loop, only what is before it. */
const CALL = /\bbook(?:Loading)?\(\s*\w+,\s*['`]([^'`$]+?)-?['`$]/g;

/** `npm test` checks these, one of each kind of screen. */
export const MAIN: readonly string[] = [
  'home/page',
  'images/three',
  'studio/start',
  'delivery/empty',
  'summary/no-code',
  'profile/orders',
  'admin-orders/list',
  'admin-order/open',
];

/** Returns every state of the book, with the file whose journey reaches it. */
export function readTitles(): { title: string; file: string }[] {
  return readdirSync(JOURNEYS, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(spec|book)\.ts$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(JOURNEYS, file), 'utf8').matchAll(CALL)].map(([, title = '']) => ({
        title,
        file,
      })),
    );
}
