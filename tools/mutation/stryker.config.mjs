import { excluded, room } from './rooms.mjs';

const name = process.env.MUTATION_ROOM ?? 'rules';
const cache = `node_modules/.cache/mutation/${name}`;
/** Outside of `node_modules`, where Node strips no types: some tests start the shop as a process. */
const sandbox = `.cache/mutation/${name}`;

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: {
    configFile: 'tools/mutation/vitest.config.ts',
    related: false,
    pool: room.isServer ? 'forks' : 'threads',
  },
  mutate: [...room.folders.map((folder) => `${folder}/**/*.ts`), ...excluded],
  mutator: { excludedMutations: ['StringLiteral'] },
  coverageAnalysis: 'perTest',
  ignoreStatic: true,
  incremental: true,
  incrementalFile: `${cache}/incremental.json`,
  tempDirName: sandbox,
  ignorePatterns: ['.cache', 'dist', 'docs', 'bench', 'data', 'book'],
  tsconfigFile: 'none.json',
  timeoutMS: room.isServer ? 30_000 : 4000,
  timeoutFactor: 2,
  reporters: ['clear-text', 'json'],
  jsonReporter: { fileName: `${cache}/report.json` },
  clearTextReporter: { allowColor: false, reportTests: false, skipFull: true },
  thresholds: { high: 95, low: room.min, break: room.min },
  concurrency: 2,
};
