import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

const packageJson: { scripts: Record<string, string> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

/** A clone without packages. */
let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), 'clone-'));
  for (const path of ['scripts', 'server/config', 'domain', 'vite', 'package.json']) {
    await cp(join(root, path), join(clone, path), { recursive: true });
  }
});
afterAll(() => rm(clone, { recursive: true }));

/** Runs a script of package.json, as npm does. */
function run(script: string, args: readonly string[], variables: Record<string, string> = {}) {
  const line = [packageJson.scripts[script], ...args].join(' ');
  const env = { PATH: process.env.PATH ?? '', ...variables };
  return new Promise<{ code: unknown; says: string }>((resolve) => {
    execFile('sh', ['-c', line], { cwd: clone, env }, (error, out, errors) =>
      resolve({ code: error?.code ?? 0, says: out + errors }),
    );
  });
}

test('wrong and missing variables are told at once, before anything is installed', async () => {
  const variables = { PORT: 'ochenta', SHOP_RUT: '76.123.456-7', SMTP_URL: 'smtp://correo' };
  expect(await run('start', [], variables)).toEqual({
    code: 1,
    says: [
      'PORT: debe ser un puerto de 0 a 65535',
      'SHOP_RUT: debe ser un RUT con su dígito verificador, como 76.123.456-0',
      'MAIL_FROM: hace falta con SMTP_URL (o SHOP_EMAIL)\n',
    ].join('\n'),
  });
  expect(await readdir(clone)).not.toContain('node_modules');
});

const own = Object.entries(packageJson.scripts).flatMap(([name, line]) =>
  /scripts\/(prepare\.mjs|run\.sh (?!operator|tools node --run))/.test(line) ? [name] : [],
);

test.each(own)('npm run %s explains itself and refuses unknown flags in one line', async (name) => {
  expect(await run(name, ['--help'])).toEqual({ code: 0, says: expect.stringMatching(/^npm /) });
  if (name === 'test:mutation') return;
  expect(await run(name, ['--puerto=80'])).toEqual({
    code: 2,
    says: expect.stringMatching(
      /^--puerto=80: npm [\w: ]+ no tiene esa opción; --help dice cómo se usa\n$/,
    ),
  });
});
