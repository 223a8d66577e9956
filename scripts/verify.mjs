// npm run verify: what every commit must pass. Types, lint, tests without a database or a browser.
import { findNode } from './lib/node.mjs';
import { bin } from './lib/paths.mjs';
import { prepare } from './lib/prepare.mjs';
import { innerPath, must, script } from './lib/run.mjs';

await script(async () => {
  await prepare();
  const node = findNode();
  const options = { env: { ...process.env, PATH: innerPath } };
  await must('', node, ['scripts/typecheck.mjs'], options);
  await must('', node, ['scripts/lint.mjs'], options);
  await must('', node, [bin('vitest'), 'run', '--project', 'unit', '--reporter', 'dot'], options);
});
