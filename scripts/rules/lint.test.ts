import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bin, root } from '../lib/paths.mjs';

/** Files that break, or may do, what the linter guards beyond its recommended set. */
const files: Record<string, { text: string; breaks?: string[] }> = {
  'server/reads.ts': { text: 'export const port = process.env.PORT;', breaks: ['noProcessEnv'] },
  'server/config.ts': { text: 'export const port = process.env.PORT;' },
  'server/talks.ts': { text: "console.log('x');", breaks: ['noConsole'] },
  'scripts/talks.mjs': { text: "console.log('x');" },
  'domain/any.ts': { text: 'export const x: any = 1;', breaks: ['noExplicitAny'] },
  'contract/type.ts': {
    text: "import { Thing } from './thing.ts';\n\nexport const thing: Thing = 1;",
    breaks: ['useImportType'],
  },
  'server/floats.ts': {
    text: 'async function save(): Promise<void> {}\nsave();',
    breaks: ['noFloatingPromises'],
  },
  'server/asks.ts': {
    text: 'async function ok(): Promise<boolean> {\n  return true;\n}\nif (ok()) throw new Error();',
    breaks: ['noMisusedPromises'],
  },
  'web/picture.tsx': {
    text: 'export const Picture = () => <img src="/a.webp" />;',
    breaks: ['useAltText'],
  },
  'web/hook.tsx': {
    text: "import { useState } from 'react';\n\nexport function A({ on }: { on: boolean }) {\n  return on ? useState(1)[0] : null;\n}",
    breaks: ['useHookAtTopLevel'],
  },
  'domain/use-up.ts': {
    text: 'export const useUp = () => 1;\nexport const f = (on: boolean) => (on ? useUp() : 0);',
  },
  'web/face.css': { text: '.a {\n  colr: red;\n}', breaks: ['noUnknownProperty'] },
};

const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the linter fires on each broken rule, and only there', () => {
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n');
  for (const [path, { text }] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${text}\n`);
  }
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const { stdout } = spawnSync(bin('biome'), args, { cwd: folder, encoding: 'utf8' });
  const found = new Map<string, string[]>();
  for (const { category, location } of JSON.parse(stdout).diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    if (!category.startsWith('lint/') || !files[path]) continue;
    found.set(path, [...(found.get(path) ?? []), category.split('/').at(-1)]);
  }
  const expected = Object.entries(files).map(([path, { breaks }]) => [path, breaks ?? []]);
  expect(Object.keys(files).map((path) => [path, found.get(path) ?? []])).toEqual(expected);
});
