// npm run test:mutation: mutates domain/ and contract/ and reports the mutants that no test
// detects. Stryker is installed into tools/mutation on first use (40 MB).
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { installPackages } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

const folder = join(root, 'tools/mutation');
installPackages(folder, { dev: true });
const command = join(folder, 'node_modules/@stryker-mutator/core/bin/stryker.js');
const [files, ...options] = process.argv.slice(2);
const stryker = spawn(
  process.execPath,
  [
    command,
    'run',
    join(folder, 'stryker.config.json'),
    ...(files ? ['--mutate', `${files},!**/*.test.ts`] : []),
    ...options,
  ],
  { cwd: root, stdio: 'inherit' },
);
const [code] = await once(stryker, 'exit');
process.exitCode = code ?? 1;
