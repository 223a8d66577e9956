import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './install.mjs';

let root: string;
const put = (name: string, text: string) => writeFileSync(join(root, name), text);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pines-install-'));
  mkdirSync(join(root, 'node_modules'));
  put('package.json', '{"devDependencies":{"builds":"1.0.0"}}');
  put('package-lock.json', '{"packages":{}}');
});
afterEach(() => rmSync(root, { recursive: true }));

test('an install that did not come to its end counts as missing', () => {
  expect(isInstalled(root, { dev: false })).toBe(false);
});

test('what was installed by another lockfile counts as missing', () => {
  put('node_modules/.installed.json', '{"packages":{"other":{}}}');
  expect(isInstalled(root, { dev: false })).toBe(false);
});

test('an install without dev dependencies does for serving, and not for building', () => {
  put('node_modules/.installed.json', '{"packages":{}}');
  expect(isInstalled(root, { dev: false })).toBe(true);
  expect(isInstalled(root, { dev: true })).toBe(false);
  mkdirSync(join(root, 'node_modules/builds'));
  expect(isInstalled(root, { dev: true })).toBe(true);
});

test('no production package of the lockfile builds or tests', async () => {
  const { default: lock } = await import('../../package-lock.json', { with: { type: 'json' } });
  const served = Object.entries(lock.packages).filter(([, pack]) => !('dev' in pack));
  const names = served.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names).toContain('fastify');
  expect(names.filter((name) => /^(vite|vitest|rolldown|typescript)$/.test(name))).toEqual([]);
});
