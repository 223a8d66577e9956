import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkFolder, swapIn } from './work-folder.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'pines-work-'));
});
afterEach(() => rmSync(root, { recursive: true }));

function make(path: string, text: string): string {
  mkdirSync(join(root, path), { recursive: true });
  writeFileSync(join(root, path, 'file'), text);
  return join(root, path);
}

test('what a dead process left is removed, what a living one works on stays', () => {
  const NEVER_A_PROCESS = 2 ** 30;
  const dead = make(`.cache/web-${NEVER_A_PROCESS}`, '');
  const other = make(`.cache/install-${NEVER_A_PROCESS}`, '');
  const living = make(`.cache/web-${process.ppid}`, '');
  const work = openWorkFolder(root, 'web');
  expect([dead, other, living, work].map(existsSync)).toEqual([false, true, true, true]);
});

test('a finished folder takes the place of the one before', () => {
  const place = make('dist/web', 'old');
  const work = openWorkFolder(root, 'web');
  swapIn(make('made', 'new'), place, work);
  expect(readFileSync(join(place, 'file'), 'utf8')).toBe('new');
});

test('a place that is not there yet is made', () => {
  const place = join(root, 'dist/web');
  swapIn(make('made', 'new'), place, openWorkFolder(root, 'web'));
  expect(readFileSync(join(place, 'file'), 'utf8')).toBe('new');
});
