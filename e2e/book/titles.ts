import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const JOURNEYS = join(import.meta.dirname, '..');
/** Of a title that ends in a number from a loop, only what is before it. */
const CALL = /\bbook(?:Loading)?\(\s*\w+,\s*['`]([^'`$]+?)-?['`$]/g;

/** `npm test` checks these, one of each main screen. */
export const MAIN: readonly string[] = [
  'home/page',
  'legal/payment',
  'images/three',
  'uploads/slow',
  'studio/start',
  'products/choice',
  'delivery/empty',
  'summary/no-code',
  'sign-in/open',
  'profile/orders',
  'proof/page-open',
  'admin-orders/list',
  'admin-order/open',
  'workshop/print',
  'admin-settings/groups',
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
