import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './lib/paths.mjs';

const DEPLOY = join(root, 'deploy');
const INSTALL = 'instalar.sh';
const UPDATE = 'actualizar.sh';
const scripts = readdirSync(DEPLOY).filter((name) => name === 'pines' || name.endsWith('.sh'));
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

/** Runs a script without a terminal, and without root's rights. */
function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('sh', [join(DEPLOY, script), ...args], {
    ...NOBODY,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { status, stdout, stderr };
}

const DOMAIN = ['--dominio', 'tienda.cl'];
const EMAIL = ['--correo', 'hola@tienda.cl'];

test.each([INSTALL, UPDATE, 'pines'])('%s --help tells how it is used', (script) => {
  expect(run(script, '--help')).toEqual({
    status: 0,
    stdout: expect.stringContaining('--simular'),
    stderr: '',
  });
});

describe('one line and exit code 2 for', () => {
  test.each<[script: string, args: string[], line: string]>([
    [INSTALL, ['--dominio'], 'Falta el valor de --dominio'],
    [INSTALL, ['--puerto', '80'], "No conozco '--puerto'"],
    [INSTALL, ['tienda.cl'], "No conozco 'tienda.cl'"],
    [INSTALL, [...EMAIL, '--dominio=tienda'], '--dominio: '],
    [INSTALL, [...EMAIL, '--dominio', 'pi ñes.cl'], '--dominio: '],
    [INSTALL, [...EMAIL, '--dominio', 'tienda.cl/*;{'], '--dominio: '],
    [INSTALL, [...EMAIL, '--dominio', 'tienda.cl\nADMIN_EMAILS=x@x.cl'], '--dominio: '],
    [INSTALL, [...DOMAIN, '--correo', 'hola'], '--correo: '],
    [INSTALL, [...DOMAIN, '--correo', 'a@b.cl\nSMTP_URL=smtp://x'], '--correo: '],
    [INSTALL, [...DOMAIN, '--correo', 'a@b.cl,c@d.cl'], '--correo: '],
    [INSTALL, [...DOMAIN, ...EMAIL, '--smtp', 'smtp.gmail.com'], '--smtp: '],
    [INSTALL, [...DOMAIN, ...EMAIL, '--smtp', 'smtp://a:b\n@c'], '--smtp: '],
    [INSTALL, [...DOMAIN, ...EMAIL, '--smtp', 'smtp://a:"$(id)"@c'], '--smtp: '],
    [INSTALL, EMAIL, 'Falta --dominio'],
    [INSTALL, DOMAIN, 'Falta --correo'],
    [UPDATE, ['--desde'], 'Falta el valor de --desde'],
    [UPDATE, ['--desde', '/no/hay'], '--desde: no encuentro /no/hay'],
    [UPDATE, ['--fuerza'], "No conozco '--fuerza'"],
    ['pines', ['vender'], "No conozco la orden 'vender'"],
  ])('%s %j', (script, args, line) => {
    const { status, stdout, stderr } = run(script, ...args);
    expect([status, stdout, stderr.trimEnd().split('\n')]).toEqual([
      2,
      '',
      [expect.stringContaining(line)],
    ]);
  });
});

test('without rights nothing starts', () => {
  const refused = { status: 1, stdout: '', stderr: expect.stringMatching(/^Falta.* sudo .*\n$/) };
  expect(run(INSTALL, ...DOMAIN, ...EMAIL)).toEqual(refused);
  expect(run(UPDATE)).toEqual(refused);
  expect(run('pines', 'actualizar')).toEqual(refused);
});

test('--simular tells every step, and takes no step', () => {
  const told = run(INSTALL, '--simular', '--dominio', 'https://Tienda.cl/', ...EMAIL);
  expect(told).toMatchObject({ status: 0, stderr: '' });
  expect(told.stdout.trimEnd().split('\n')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Haría: Crear la cuenta pines,/),
      expect.stringContaining('https://tienda.cl, hola@tienda.cl'),
      expect.stringMatching(/^Haría: Publicarla con Caddy/),
      expect.stringMatching(/^Haría: Abrir en el cortafuegos/),
    ]),
  );
  expect(run(INSTALL, '--simular').status).toBe(0);
  const update = run(UPDATE, '--simular');
  expect(update).toMatchObject({ status: 0, stderr: '' });
  expect(update.stdout).toMatch(/^(Haría: .+\n){5}$/);
});

test('a file is written only if it differs, with its mode, and a version is named by its content', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pines-deploy-'));
  const shell = (script: string) =>
    spawnSync('sh', ['-euc', `. "$0/lib.sh"; cd "$1"; ${script}`, DEPLOY, folder], {
      encoding: 'utf8',
    }).stdout.trim();
  const write = (text: string) =>
    shell(
      `printf '${text}' | put etc/pines.env 600 && echo written; stat -c '%a %i' etc/pines.env`,
    );
  const first = write('A=1');
  expect(first).toMatch(/^written\n600 \d+$/);
  expect(`written\n${write('A=1')}`).toBe(first);
  expect(write('A=2')).toMatch(/^written\n600 /);

  const name = () => shell('pack version version.tar');
  shell('mkdir -p version/server version/node_modules; echo 1 > version/server/main.ts');
  const before = name();
  expect(before).toMatch(/^[0-9a-f]{10}$/);
  shell('echo 1 > version/node_modules/x');
  expect(shell('tar --list --file version.tar')).not.toContain('node_modules');
  shell('echo 2 > version/server/main.ts');
  expect(name()).not.toBe(before);
  rmSync(folder, { recursive: true });
});

test('the scripts have no fault that shellcheck finds', () => {
  const { error, stdout = '' } = spawnSync('shellcheck', ['-x', ...scripts], {
    cwd: DEPLOY,
    encoding: 'utf8',
  });
  // Where it is not installed, the shell at least reads them.
  for (const script of scripts)
    expect(spawnSync('sh', ['-n', join(DEPLOY, script)]).status).toBe(0);
  if (!error) expect(stdout).toBe('');
});
