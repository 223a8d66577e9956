import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const long = process.env.TEST_LONG === '1';

const server = {
  environment: 'node',
  // better-sqlite3 and sharp are native modules, which do not work in worker threads.
  pool: 'forks' as const,
  setupFiles: ['server/testing/cheap-passwords.ts'],
  globalSetup: ['server/testing/global-setup.ts'],
  // Node's cache, for processes that the tests start.
  env: { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules', '.cache', 'server') },
  testTimeout: long ? 1_200_000 : 90_000,
  hookTimeout: 90_000,
};

/** Server tests that mock a module, or count their process's children; they use no database. */
const alone = globSync('server/**/*.test.ts').filter((path) =>
  /\bvi\.mock\(|childrenOf\(process\.pid/.test(readFileSync(path, 'utf8')),
);

export default defineConfig({
  oxc: { jsx: { runtime: 'automatic', importSource: '#jsx' } },
  test: {
    // Many tests wait for a disk or a process: a third worker uses the idle time of two cores.
    maxWorkers: 3,
    // As for journeys: a test that fails twice is broken, one that fails once is reported at the
    // end.
    retry: process.env.CI ? 1 : 0,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          // As below: a process for each of a hundred files costs twice as much as the tests.
          isolate: false,
          include: ['{domain,contract,web,scripts,lint,vite,e2e}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          ...server,
          name: 'server',
          // Loading the shop takes a second of CPU: files that run one after another share it.
          isolate: false,
          include: ['server/**/*.test.ts'],
          exclude: alone,
        },
      },
      {
        extends: true,
        test: { ...server, globalSetup: [], name: 'server, alone', include: alone },
      },
    ],
  },
});
