// npm start: installs and builds what is stale, then serves the shop and its API.
import { findNode } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, run, script } from './lib/run.mjs';

await script(async () => {
  await prepare({ build: true });
  const env = { ...process.env, PATH: innerPath };
  const { code } = await run(findNode(), ['server/main.ts'], { env });
  return code;
});
