import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { isInstalled } from './installed.mjs';

const wanted = {
  'node_modules/serves': { version: '1.0.0', integrity: 'a' },
  'node_modules/builds': { version: '1.0.0', integrity: 'b', dev: true },
  'node_modules/elsewhere': { version: '1.0.0', integrity: 'c', optional: true },
};

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'installed-'));
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: wanted }));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Puts packages in place and writes npm's record of them. */
function install(packages: Record<string, object>): void {
  for (const path of Object.keys(packages)) {
    mkdirSync(join(root, path), { recursive: true });
    writeFileSync(join(root, path, 'package.json'), '{}');
  }
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));
}

test('what an install without dev dependencies leaves out does not count for serving', () => {
  install({ 'node_modules/serves': wanted['node_modules/serves'] });
  expect(isInstalled(root, { dev: false })).toBe(true);
  expect(isInstalled(root, { dev: true })).toBe(false);
});

test('another version of what serves counts as missing', () => {
  install({ 'node_modules/serves': { version: '1.0.1', integrity: 'z' } });
  expect(isInstalled(root, { dev: false })).toBe(false);
});

test('an install that was interrupted has no record, and counts as missing', () => {
  expect(isInstalled(root, { dev: false })).toBe(false);
  install(wanted);
  expect(isInstalled(root, { dev: true })).toBe(true);
});

test('no production package of the lockfile builds or tests', async () => {
  const { default: lock } = await import('../../package-lock.json', { with: { type: 'json' } });
  const served = Object.entries(lock.packages).filter(([, pack]) => !('dev' in pack));
  const names = served.map(([path]) => path.replace(/^.*node_modules\//, ''));
  expect(names).toContain('fastify');
  expect(names.filter((name) => /^(vite|vitest|rolldown|typescript)$/.test(name))).toEqual([]);
});
