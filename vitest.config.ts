import { defineConfig } from 'vitest/config';

const long = process.env.TEST_LONG === '1';

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          environment: 'node',
          include: ['{domain,contract,web,scripts,e2e}/**/*.test.{ts,tsx}'],
          testTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          environment: 'node',
          // better-sqlite3 and sharp are native: a process of its own per test file keeps them apart.
          pool: 'forks',
          include: ['server/**/*.test.ts'],
          setupFiles: ['server/testing/cheap-passwords.ts'],
          globalSetup: ['server/testing/global-setup.ts'],
          testTimeout: long ? 300_000 : 90_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
