// npm run book: pictures of every screen in every state, into book/. Arguments choose some: widths
// (360; 320 is a window of 1280 at 400 %), light, dark, forced (colours) or large (text), and parts
// of names, as in `npm run book -- profile 360 light`. `readme` makes the few pictures of
// docs/pictures.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { prepareSystem } from '#e2e/support/prepare-system.ts';

const README = 'home/page images/three summary/no-code admin-orders/list 360 1440';

prepareSystem();
const words = process.argv.slice(2).join(' ');
const isForReadme = words === 'readme';
if (!words) rmSync('book', { recursive: true, force: true });
const { status } = spawnSync('playwright', ['test', '-c', 'e2e/book/playwright.config.ts'], {
  stdio: 'inherit',
  env: { ...process.env, BOOK: isForReadme ? README : words },
});
await import('#e2e/book/bind.ts');
if (isForReadme && status === 0) await import('#e2e/book/readme.ts');
process.exitCode = status ?? 1;
