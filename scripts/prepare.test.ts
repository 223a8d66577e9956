import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

/** A clone without packages. */
let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'clone-'));
  for (const path of ['scripts', 'server/config', 'domain', 'vite', 'package.json']) {
    await cp(join(root, path), join(clone, path), { recursive: true });
  }
});
afterAll(() => rm(clone, { recursive: true }));

function start(args: readonly string[], variables: Record<string, string> = {}) {
  const line = ['scripts/run.sh', 'shop', 'sh', 'scripts/serve.sh', 'server/main.ts', ...args];
  const env = { PATH: process.env.PATH ?? '', ...variables };
  return new Promise<{ code: unknown; says: string }>((resolve) => {
    execFile('sh', line, { cwd: clone, env }, (error, out, errors) =>
      resolve({ code: error?.code ?? 0, says: out + errors }),
    );
  });
}

test('wrong and missing variables are told at once, before anything is installed', async () => {
  const variables = { PORT: 'ochenta', SHOP_RUT: '76.123.456-7', SMTP_URL: 'smtp://correo' };
  expect(await start([], variables)).toEqual({
    code: 1,
    says: [
      'PORT: debe ser un puerto de 0 a 65535',
      'SHOP_RUT: debe ser un RUT con su dígito verificador, como 76.123.456-0',
      'MAIL_FROM: hace falta con SMTP_URL (o SHOP_EMAIL)\n',
    ].join('\n'),
  });
  expect(await readdir(clone)).not.toContain('node_modules');
});

test('npm start explains itself and refuses unknown flags in one line', async () => {
  expect(await start(['--help'])).toEqual({ code: 0, says: expect.stringMatching(/^npm start\n/) });
  expect(await start(['--puerto=80'])).toEqual({
    ...{ code: 2, says: '--puerto=80: npm start no tiene esa opción; --help dice cómo se usa\n' },
  });
});
