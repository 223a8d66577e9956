// npm test: sets up what is missing, then runs everything (scripts/run-tests.mjs) on Node 24.
import { findNode } from './lib/node.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, run, script } from './lib/run.mjs';

await script(async () => {
  await prepare();
  const args = ['scripts/run-tests.mjs', ...process.argv.slice(2)];
  const { code } = await run(findNode(), args, { env: { ...process.env, PATH: innerPath } });
  return code;
});
