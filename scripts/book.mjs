// npm run book: pictures of every screen in every state, into book/. Words choose some: widths (360),
// light or dark, and parts of names, as in `npm run book -- profile 360 light`.
import { rmSync } from 'node:fs';
import { findNode } from './lib/node.mjs';
import { bin, root } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, must, run, script } from './lib/run.mjs';
import { prepareSystem } from './lib/system.mjs';

await script(async () => {
  await prepare({ build: true });
  await prepareSystem();
  const words = process.argv.slice(2);
  if (words.length === 0) rmSync(`${root}/book`, { recursive: true, force: true });
  const env = { ...process.env, PATH: innerPath, BOOK: words.join(' ') };
  const playwright = [bin('playwright'), 'test', '--config', 'e2e/book/playwright.config.ts'];
  const { code } = await run(findNode(), playwright, { env });
  await must('', findNode(), ['e2e/book/bind.ts'], { env });
  return code;
});
