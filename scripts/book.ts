// npm run book: pictures of every screen in every state, into book/. Arguments choose some: widths
// (360; 320 is a window of 1280 at 400 %), light, dark, forced (colours) or large (text), and parts
// of titles, as in `npm run book -- profile 360 light`. `check` also checks layout and accessibility
// in all views. `readme` makes the few pictures of docs/pictures.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { readTitles } from '#e2e/book/titles.ts';
import { readWords } from '#e2e/book/views.ts';
import { prepareSystem } from '#e2e/support/prepare-system.ts';

const README = 'demo/ 360 1440';

prepareSystem();
const words = process.argv.slice(2).join(' ');
const isForReadme = words === 'readme';
process.env.BOOK = isForReadme ? README : words;
const { names = [] } = readWords() ?? {};
if (names.length === 0) rmSync('book', { recursive: true, force: true });
const wanted = readTitles().filter(
  ({ title }) => names.length === 0 || names.some((name) => title.includes(name)),
);
if (wanted.length === 0) {
  console.error(`Ninguna pantalla tiene ${names.join(' o ')} en su título`);
  process.exit(2);
}
const files = new Set(wanted.map(({ file }) => `e2e/${file}`));
const { status } = spawnSync(
  'playwright',
  ['test', '-c', 'e2e/book/playwright.config.ts', ...files],
  { stdio: 'inherit' },
);
const pictures = existsSync('book')
  ? readdirSync('book', { recursive: true, encoding: 'utf8' })
  : [];
const hasPicture = (title: string) =>
  pictures.some((path) => path.startsWith(title) && /^(-fold)?-\d/.test(path.slice(title.length)));
const missing = wanted.filter(({ title }) => !hasPicture(title));
for (const { title, file } of missing) process.stderr.write(`no picture of ${title} (${file})\n`);
await import('#e2e/book/bind.ts');
if (isForReadme && status === 0) await import('#e2e/book/readme.ts');
process.exitCode = status || Number(missing.length > 0);
