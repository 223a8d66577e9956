import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

test('every file that docs/security.md names is there', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  const paths = [...text.matchAll(/`((?:docs|domain|contract|server|web)\/[\w./-]+)`/g)].map(
    ([, path = '']) => path,
  );
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
