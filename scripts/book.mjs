// npm run book: pictures of every screen in every state, into book/. Words choose some: widths (360),
// light, dark or forced (colours), and parts of names, as in `npm run book -- profile 360 light`.
// The word `readme` makes those few that stand in docs/pictures.
import { rmSync } from 'node:fs';
import { findNode } from './lib/node.mjs';
import { bin, root } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, must, run, script } from './lib/run.mjs';
import { prepareSystem } from './lib/system.mjs';

const README = 'home/page images/three summary/no-code admin-orders/list 360 1440';

await script(async () => {
  await prepare({ build: true });
  await prepareSystem();
  const words = process.argv.slice(2).join(' ');
  const isForReadme = words === 'readme';
  if (!words) rmSync(`${root}/book`, { recursive: true, force: true });
  const env = { ...process.env, PATH: innerPath, BOOK: isForReadme ? README : words };
  const playwright = [bin('playwright'), 'test', '--config', 'e2e/book/playwright.config.ts'];
  const { code } = await run(findNode(), playwright, { env });
  await must('', findNode(), ['e2e/book/bind.ts'], { env });
  if (isForReadme && code === 0) await must('', findNode(), ['e2e/book/readme.ts'], { env });
  return code;
});
