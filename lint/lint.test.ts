import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { bin, root } from '../scripts/lib/paths.mjs';

/** Files that break, or may break, our own lint rules. */
const files: Record<string, { text: string; breaks?: string[] }> = {
  'server/reads.ts': { text: 'export const port = process.env.PORT;', breaks: ['noProcessEnv'] },
  'server/config.ts': { text: 'export const port = process.env.PORT;' },
  'server/http/climbs.ts': { text: "import '../app.ts';", breaks: ['noRestrictedImports'] },
  'server/http/descends.ts': { text: "import './deep/route.ts';\nimport '#server/app.ts';" },
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
  'web/key.ts': { text: 'export const key = crypto.randomUUID();', breaks: ['plugin'] },
  'server/key.ts': { text: 'export const key = crypto.randomUUID();' },
  'web/face.css': { text: '.a {\n  colr: inherit;\n}', breaks: ['noUnknownProperty'] },
};

/** Declarations and scripts with colours, sizes or motion outside the tokens. */
const rawStyles = [
  'color: #fff',
  'color: RGB(1 2 3 / 0.5)',
  'color: oklch(40% 0.2 60)',
  'border: 1px solid darkslategray',
  'background: linear-gradient(navy, transparent)',
  '--own: tomato',
  'font-size: 1.1rem',
  'font: 600 13px var(--font-body)',
  'padding: 0 0.4rem',
  'margin-block: calc(var(--space-1) + 3px)',
  'gap: 10px',
  'transition: color 0.2s',
  'transition: color var(--fast) ease-out',
  'transition: color var(--fast) cubic-bezier(0, 0, 1, 1)',
];
const rawScripts = [
  "export const ink = '#2b1637';",
  'export const line = `1px solid hsl(1 2% 3%)`;',
  'export const A = () => <path fill="#abc" />;',
  'export const A = () => <path stroke="gold" />;',
  "export const A = ({ on }: { on: boolean }) => <path fill={on ? 'red' : 'none'} />;",
  "export const style = { backgroundColor: 'white' };",
];
for (const [index, declaration] of rawStyles.entries()) {
  files[`web/raw-${index}.module.css`] = { text: `.a {\n  ${declaration};\n}`, breaks: ['plugin'] };
}
for (const [index, text] of rawScripts.entries()) {
  files[`web/raw-${index}.tsx`] = { text, breaks: ['plugin'] };
}
files['web/ui/tokens.css'] = { text: `:root {\n  ${rawStyles[0]};\n}` };
files['web/tokens-used.css'] = {
  text: `.red {
  padding: max(0px, env(safe-area-inset-top, 0px)) 1px calc(-1 * var(--space-1)) 4%;
  border: 2px solid currentcolor;
  background: color-mix(in srgb, var(--color-ink) 8%, transparent);
  color: inherit;
  font: 600 var(--text-body) / 1.2 var(--font-body);
  outline-color: Highlight;
  transition: rotate var(--fast) var(--ease) 0s;
}`,
};
files['web/tokens-used.tsx'] = {
  text: `export const A = () => <path id="red" className="#1a" fill="currentColor" stroke="none" />;
export const red = 'red';
export const at = '/pedido#add-picture';`,
};

/** Statements that write a table of another feature. */
const orderWrites = [
  "tx.updateTable('orders').set({ version: 2 })",
  "db.queries.insertInto('order_items').values([])",
  "tx.deleteFrom('idempotency_keys')",
  "tx.updateTable('order_search as found')",
  'sql`insert into order_search (order_id) values (1)`',
];
const codeWrites = [
  "tx.updateTable('discount_codes').set({ current_uses: 1 })",
  "tx.insertInto('discount_redemptions')",
  "tx.deleteFrom('discount_codes')",
  'sql`UPDATE discount_codes SET current_uses = 0`',
];
for (const [owner, other, writes] of [
  ['orders', 'discounts', orderWrites],
  ['discounts', 'orders', codeWrites],
] as const) {
  for (const [index, text] of writes.entries()) {
    const line = `export const statement = ${text};`;
    files[`server/features/${owner}/deep/writes-${index}.ts`] = { text: line };
    files[`server/features/${other}/writes-${index}.ts`] = { text: line, breaks: ['plugin'] };
    files[`server/writes-${owner}-${index}.ts`] = { text: line, breaks: ['plugin'] };
    files[`server/features/${other}/writes-${index}.test.ts`] = { text: line };
  }
}
files['server/features/mail/reads.ts'] = {
  text: "export const rows = [tx.selectFrom('orders'), sql`select 1 from discount_codes`];",
};

/** Comparisons that would miss a new status, stage or mark. */
const comparisons = [
  "order.status === 'processing'",
  "status !== 'cancelled'",
  "'completed' === order?.status",
  "order.waits_for === 'payment'",
  "current?.step === 'dispatched'",
  "mark !== 'packed'",
  "['pending', 'processing'].includes(order.status)",
  "db.selectFrom('orders').where('status', '<>', 'cancelled')",
  "db.where((eb) => eb('order.status', '=', 'pending'))",
];
for (const [index, text] of comparisons.entries()) {
  const line = `export const result = ${text};`;
  for (const place of ['server/features/mail', 'web/features/orders', 'domain']) {
    files[`${place}/compares-${index}.ts`] = { text: line, breaks: ['plugin'] };
  }
  files[`server/features/mail/compares-${index}.test.ts`] = { text: line };
}
files['domain/orders/order-stage.ts'] = { text: `export const result = ${comparisons[0]};` };
files['server/features/mail/compares-other.ts'] = {
  text: "export const all = [answer.status === 404, sheet.state === 'cancelled', a.status === 'rejected'];",
};

const folder = mkdtempSync(join(tmpdir(), 'lint-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the linter fires on each broken rule, and only there', () => {
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'));
  cpSync(join(root, 'lint'), join(folder, 'lint'), { recursive: true });
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
    if (!/^(lint\/|plugin$)/.test(category) || !files[path]) continue;
    found.set(path, [...(found.get(path) ?? []), category.split('/').at(-1)]);
  }
  const expected = Object.entries(files).map(([path, { breaks }]) => [path, breaks ?? []]);
  expect(Object.keys(files).map((path) => [path, found.get(path) ?? []])).toEqual(expected);
});
