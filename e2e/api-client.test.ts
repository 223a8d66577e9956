import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPackages } from '../scripts/lib/install.mjs';
import { makeJpeg } from './support/pictures.ts';
import { type Shop, startShop } from './support/server.ts';

const FOLDER = join(import.meta.dirname, '../tools/api-client');
const CACHE = join(FOLDER, '.cache');

function run(...command: string[]): string {
  const [program = '', ...args] = command;
  return execFileSync(program, args, { cwd: FOLDER, encoding: 'utf8', stdio: 'pipe' });
}

// Its tools need TypeScript 5 and 200 MB, installed on first use.
describe.runIf(process.env.TEST_LONG === '1')('the API’s document, read by another program', () => {
  let shop: Shop;
  beforeAll(async () => {
    installPackages(FOLDER, { dev: true });
    shop = await startShop();
    mkdirSync(CACHE, { recursive: true });
    const document = await (await fetch(`${shop.url}/api/openapi.json`)).text();
    writeFileSync(join(CACHE, 'openapi.json'), document);
  }, 300_000);
  afterAll(() => shop.remove());

  test('keeps the rules of redocly’s linter', () => {
    expect(run('npm', 'run', '--silent', 'lint')).not.toMatch(/warning|error/i);
  });

  test('makes a client that compiles and places an order', async () => {
    run('npm', 'run', '--silent', 'generate');
    run('npm', 'run', '--silent', 'typecheck');
    const { name, buffer } = await makeJpeg();
    writeFileSync(join(CACHE, name), buffer);
    const order = JSON.parse(run('node', 'place-order.ts', shop.url, join(CACHE, name)));
    expect(order).toMatchObject({
      isGuestOrder: true,
      deliveryData: { fullName: 'Constanza Ibáñez' },
    });
  });
});
