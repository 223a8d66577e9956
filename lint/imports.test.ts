import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import rules from '../.dependency-cruiser.mjs';
import manifest from '../package.json' with { type: 'json' };
import { bin, root } from '../scripts/lib/paths.mjs';

/** A small shop whose files are valid or break exactly the listed rules. */
const files: Record<string, { text: string; breaks?: string[] }> = {
  'domain/base/money.ts': { text: 'export const peso = 1;' },
  'domain/reads.ts': { text: "import 'node:fs';", breaks: ['domain-alone'] },
  'domain/knows.ts': { text: "import '#contract/body.ts';", breaks: ['domain-alone'] },
  'domain/base/money.test.ts': { text: "import 'vitest'; import './money.ts';" },
  'domain/chicken.ts': { text: "import './egg.ts';", breaks: ['no-cycle'] },
  'domain/egg.ts': { text: "import './chicken.ts';" },
  'domain/lost.ts': { text: "import './nowhere.ts';", breaks: ['domain-alone', 'no-unresolved'] },
  'contract/body.ts': { text: "import 'zod'; import '#domain/base/money.ts';" },
  'contract/wide.ts': { text: "import 'fastify';", breaks: ['contract-domain-zod'] },
  'server/app.ts': { text: "import './features/pins/front.ts'; import '#contract/body.ts';" },
  'server/paints.ts': { text: "import '#web/ui/button.tsx';", breaks: ['server-not-web'] },
  'server/tries.ts': { text: "import 'vitest';", breaks: ['no-dev-dependency'] },
  'server/features/pins/front.ts': { text: "import './press/secret.ts';" },
  'server/features/pins/press/secret.ts': { text: 'export const secret = 1;' },
  'server/features/cups/polite.ts': { text: "import '../pins/front.ts';" },
  'server/features/cups/rude.ts': {
    text: "import '#server/features/pins/press/secret.ts';",
    breaks: ['feature-by-its-front'],
  },
  ...Object.fromEntries(
    ['audit', 'db', 'http', 'jobs', 'lib', 'limits', 'ports/mail'].map((room) => [
      `server/${room}/nosy.ts`,
      { text: "import '#server/features/pins/front.ts';", breaks: ['shared-knows-no-feature'] },
    ]),
  ),
  'server/context.ts': {
    text: "import './features/pins/front.ts';",
    breaks: ['shared-knows-no-feature'],
  },
  'server/http/talk.ts': { text: "import 'fastify'; import '../db/table.ts';" },
  'server/db/migrations/001/up.ts': {
    text: "import '../../table.ts';",
    breaks: ['migrations-alone'],
  },
  'server/db/table.ts': { text: 'export const table = 1;' },
  'server/db/migrations/001-initial.ts': {
    text: "import 'node:fs'; import 'kysely'; import './001-initial/pins.ts';",
  },
  'server/db/migrations/001-initial/pins.ts': { text: 'export const pins = 1;' },
  'server/db/migrations/002-live.ts': {
    text: "import '#domain/base/money.ts';",
    breaks: ['migrations-alone'],
  },
  'server/ports/mail/served.ts': {
    text: "import type { FastifyInstance } from 'fastify';",
    breaks: ['no-framework-below-http'],
  },
  'server/jobs/polite.ts': { text: "import '../http/talk.ts';", breaks: ['no-http-below-routes'] },
  'server/features/pins/routes.ts': { text: "import '#server/http/talk.ts';" },
  'server/features/pins/press/repo.ts': {
    text: "import '#server/http/talk.ts';",
    breaks: ['no-http-below-routes'],
  },
  'server/features/pins/starts.ts': {
    text: "import '../../start-shop.ts';",
    breaks: ['start-is-the-roof'],
  },
  'server/start-shop.ts': { text: "import './features/pins/front.ts';" },
  'web/ui/button.tsx': {
    text: 'import \'#web/lib/dates.ts\';\nexport const Button = () => <button type="button" />;',
  },
  'web/ui/CroppedPicture.tsx': { text: 'export const CroppedPicture = () => <img />;' },
  'web/ui/PinFace.tsx': { text: "import './CroppedPicture.tsx';" },
  'web/features/pins/paints.ts': {
    text: "import '#web/ui/CroppedPicture.tsx';",
    breaks: ['one-drawing-of-a-pin'],
  },
  'web/lib/dates.ts': { text: 'export const day = 1;' },
  'web/lib/draws.ts': { text: "import '#web/ui/button.tsx';", breaks: ['lib-below-ui'] },
  ...Object.fromEntries(
    ['ui', 'maps', 'identity', 'lib'].map((room) => [
      `web/${room}/nosy.ts`,
      { text: "import '#web/features/pins/front.ts';", breaks: ['shared-knows-no-feature'] },
    ]),
  ),
  'web/main.tsx': { text: "import './app/shell.tsx';" },
  'web/app/shell.tsx': { text: "import '#web/features/pins/front.ts';" },
  'web/features/cups/lofty.ts': {
    text: "import '#web/app/shell.tsx';",
    breaks: ['app-is-the-roof'],
  },
  'web/features/pins/front.ts': { text: "export { Secret } from './press/secret.tsx';" },
  'web/features/pins/press/secret.tsx': { text: 'export const Secret = () => null;' },
  'web/features/cups/polite.tsx': { text: "import { Secret } from '#web/features/pins/front.ts';" },
  'web/features/cups/rude.tsx': {
    text: "import type { Secret } from '../pins/press/secret.tsx';",
    breaks: ['feature-by-its-front'],
  },
  'web/features/cups/lazy.tsx': {
    text: "export const later = () => import('../pins/press/secret.tsx');",
    breaks: ['feature-by-its-front'],
  },
  'web/serves.ts': { text: "import '#server/app.ts';", breaks: ['web-not-server'] },
  'web/forks.ts': { text: "import 'node:child_process';", breaks: ['web-not-node'] },
};

const folder = mkdtempSync(join(tmpdir(), 'import-rules-'));
const found = new Map<string, Set<string>>();

function put(path: string, text: string) {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
}

beforeAll(() => {
  const { imports } = manifest;
  const shop = { name: 'shop', imports, dependencies: { zod: '1', fastify: '1', kysely: '1' } };
  put('package.json', JSON.stringify({ ...shop, devDependencies: { vitest: '1' } }));
  for (const name of ['zod', 'fastify', 'kysely', 'vitest']) {
    put(`node_modules/${name}/package.json`, JSON.stringify({ name, main: 'index.js' }));
    put(`node_modules/${name}/index.js`, '');
  }
  for (const [path, { text }] of Object.entries(files)) put(path, text);
  const config = join(root, '.dependency-cruiser.mjs');
  const args = ['--config', config, '--output-type', 'json', 'domain', 'contract', 'server', 'web'];
  for (const { from, rule } of cruise(args)) {
    found.set(from, (found.get(from) ?? new Set()).add(rule.name));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

function cruise(args: string[]): { from: string; rule: { name: string } }[] {
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 1e8 } as const;
  const output = execFileSync(process.execPath, [bin('depcruise'), ...args], options);
  return JSON.parse(output).summary.violations;
}

test('each file breaks just the import rules it should', () => {
  const expected = Object.entries(files).map(([path, { breaks }]) => [path, breaks ?? []]);
  const actual = Object.keys(files).map((path) => [path, [...(found.get(path) ?? [])].sort()]);
  expect(actual).toEqual(expected);
});

test('every import rule is broken by at least one file above', () => {
  const broken = new Set([...found.values()].flatMap((names) => [...names]));
  expect([...broken].sort()).toEqual(rules.forbidden?.map(({ name }) => name).sort());
});
