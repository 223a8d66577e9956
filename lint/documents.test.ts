import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** Returns whole paths in code marks; those with `<name>` or `NNN` are patterns and skipped. */
function pathsIn(text: string): string[] {
  const named =
    /`((?:bench|deploy|docs|domain|contract|e2e|lint|scripts|server|tools|web)\/[\w./-]+)`/g;
  return [...text.matchAll(named)].flatMap(([, path = '']) => (/NNN/.test(path) ? [] : [path]));
}

/** Names of the code, such as `placeOrder(shop, …)`. */
const RECIPE_NAME = /`([a-z]\w{3,}(?:\([^`]*)?|[A-Z][a-z]\w{2,})`/g;

test('every file and folder that a document names is there', () => {
  const lost = documents.flatMap((document) =>
    pathsIn(readFileSync(join(ROOT, document), 'utf8'))
      .filter((path) => !existsSync(join(ROOT, path)))
      .map((path) => `${document}: ${path}`),
  );
  expect(documents.length).toBeGreaterThan(20);
  expect(lost).toEqual([]);
});

test('every benchmark that a document names can be run', () => {
  const lost = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/npm run bench ([a-z][\w-]*)/g)]
      .filter(([, name]) => !existsSync(join(ROOT, `bench/${name}.ts`)))
      .map(([command]) => `${document}: ${command}`),
  );
  expect(lost).toEqual([]);
});

test('every file that a document links to is there', () => {
  const lost = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(/\]\(([\w./-]+)\)/g)]
      .filter(([, path = '']) => !existsSync(join(ROOT, dirname(document), path)))
      .map(([, path]) => `${document}: ${path}`),
  );
  expect(lost).toEqual([]);
});

test('docs/security.md names files for its claims', () => {
  const text = readFileSync(join(ROOT, 'docs/security.md'), 'utf8');
  expect(pathsIn(text).length).toBeGreaterThan(20);
});

/** Returns every word of the code, and every tracked path. */
function readVocabulary(): { words: ReadonlySet<string>; paths: readonly string[] } {
  const paths = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
  const sources = paths.filter((path) => /\.tsx?$/.test(path) && existsSync(join(ROOT, path)));
  const texts = sources.map((path) => readFileSync(join(ROOT, path), 'utf8'));
  return { words: new Set(texts.join('\n').match(/\w+/g)), paths };
}

test('every file that a document names without its folder is there', () => {
  const { paths } = readVocabulary();
  const named = /`((?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|mjs|css|sh|grit))`/g;
  const lost = documents.flatMap((document) =>
    [...readFileSync(join(ROOT, document), 'utf8').matchAll(named)]
      .map(([, name = '']) => name)
      .filter((name) => !/NNN|^index\.ts$/.test(name))
      .filter((name) => !paths.some((path) => `/${path}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`),
  );
  expect(lost).toEqual([]);
});

test('every name in a recipe is in the code', () => {
  const { words } = readVocabulary();
  const lost = documents
    .filter((path) => path.startsWith('docs/recipes/'))
    .flatMap((document) =>
      [...readFileSync(join(ROOT, document), 'utf8').matchAll(RECIPE_NAME)]
        .map(([, name = '']) => name)
        .filter((name) => !words.has(name.replace(/\(.*$/, '')))
        .map((name) => `${document}: ${name}`),
    );
  expect(lost).toEqual([]);
});
