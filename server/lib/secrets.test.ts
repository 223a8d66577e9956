import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { deriveKey, loadSecret } from './secrets.ts';

let dataDir = '';
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pines-secret-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const load = (env: Record<string, string> = {}) =>
  loadSecret(loadConfig({ DATA_DIR: dataDir, ...env }), join(dataDir, 'arriving'));

test('a secret is created once, stored, and readable only by its owner', async () => {
  const made = await load();
  expect(Buffer.from(made, 'base64url')).toHaveLength(32);
  expect(await load()).toBe(made);
  expect((await readFile(join(dataDir, 'secret'), 'utf8')).trim()).toBe(made);
  expect((await stat(join(dataDir, 'secret'))).mode & 0o777).toBe(0o600);
});

test('each shop makes its own', async () => {
  const first = await load();
  await rm(join(dataDir, 'secret'));
  expect(await load()).not.toBe(first);
});

test('a given secret is used and not written down', async () => {
  const given = 'x'.repeat(32);
  expect(await load({ AUTH_SECRET: given })).toBe(given);
  await expect(stat(join(dataDir, 'secret'))).rejects.toThrow('ENOENT');
});

test('keys differ by purpose and by secret', () => {
  const keys = [
    deriveKey('a', 'one'),
    deriveKey('a', 'two'),
    deriveKey('b', 'one'),
    deriveKey('a', 'one'),
  ].map((key) => key.toString('hex'));
  expect(keys[0]).toHaveLength(64);
  expect(new Set(keys).size).toBe(3);
  expect(keys[3]).toBe(keys[0]);
});
