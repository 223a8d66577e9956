// npm run demo: the shop on a throw-away data folder, seeded.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './lib/prepare.mjs';
import { script } from './lib/run.mjs';
import { runServer } from './lib/server.mjs';

await script(async () => {
  await prepare({ build: true });
  const folder = mkdtempSync(join(tmpdir(), 'pines-demo-'));
  try {
    return await runServer('server/demo/main.ts', { DATA_DIR: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
