// npm run bench: how the shop behaves at scale; what it says is for reading, nothing fails.
import { readdirSync } from 'node:fs';
import { findNode } from './lib/node.mjs';
import { root } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, run, script } from './lib/run.mjs';

const RUNNABLE = ['admin-scale.ts', 'pages.ts'];

await script(async () => {
  await prepare({ build: true });
  const wanted = process.argv.slice(2);
  const files = readdirSync(`${root}/bench`).filter((name) => RUNNABLE.includes(name));
  for (const file of files.filter((name) => wanted.every((word) => name.includes(word)))) {
    const { code } = await run(findNode(), [`bench/${file}`], {
      env: { ...process.env, PATH: innerPath },
    });
    if (code !== 0) return code;
  }
  return 0;
});
