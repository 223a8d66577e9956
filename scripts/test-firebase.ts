// npm run test:firebase: the contract tests of identity providers and the account journeys against
// Firebase's Auth emulator, which is installed into tools/firebase on first use (270 MB).
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startAuthEmulator } from '#e2e/firebase/auth-emulator.ts';
import { prepareSystem } from '#e2e/support/prepare-system.ts';
import { installPackages } from './lib/install.mjs';
import { root } from './lib/paths.mjs';

const steps = [
  ['vitest', 'run', '-c', 'e2e/firebase/vitest.config.ts'],
  ['playwright', 'test', '-c', 'e2e/firebase/playwright.config.ts'],
] as const;

prepareSystem({ isLong: false });
const folder = join(root, 'tools/firebase');
installPackages(folder, { dev: true });
console.log("Starting Firebase's Auth emulator…");
const emulator = await startAuthEmulator(folder);
let running: ChildProcess | null = null;
let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    running?.kill('SIGTERM');
  });
}
try {
  for (const [program, ...args] of steps) {
    if (isInterrupted) break;
    running = spawn(program, args, {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_FIREBASE_EMULATOR: emulator.host },
    });
    const [code] = await once(running, 'exit');
    if (code !== 0) process.exitCode = 1;
  }
} finally {
  await emulator.stop();
}
if (isInterrupted) process.exitCode = 1;
