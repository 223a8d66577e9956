// npm run demo: the shop on a throw-away data folder, seeded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNode } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, run, script } from './lib/run.mjs';

await script(async () => {
  await prepare({ build: true });
  const folder = mkdtempSync(join(tmpdir(), 'pines-demo-'));
  try {
    const env = { ...process.env, PATH: innerPath, DATA_DIR: folder };
    const { code } = await run(findNode(), ['server/demo/main.ts'], { env });
    return code;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
