// Types, lint, tests, web build and browser journeys, one after the other; all of them, whatever
// fails. `--long` runs what takes too long for every change.
import { mkdirSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { bin, root } from './lib/paths.mjs';
import { run, Stop, script } from './lib/run.mjs';
import { prepareSystem } from './lib/system.mjs';
import { closingLine, readPlaywright, readVitest, stepResult, table } from './lib/tally.mjs';

const long = process.argv.includes('--long');
const results = join(root, '.cache', 'tests');
const vitestJson = join(results, 'vitest.json');
const playwrightJson = join(results, 'playwright.json');
const vitest = [bin('vitest'), 'run', '--reporter=default', '--reporter=json'];
const playwright = [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts'];

/** @type {import('./lib/tally.mjs').Step[]} */
const everyChange = [
  { name: 'types', args: ['scripts/typecheck.mjs'] },
  { name: 'lint', args: ['scripts/lint.mjs'] },
  {
    name: 'unit and server tests',
    args: [...vitest, `--outputFile.json=${vitestJson}`],
    read: () => readVitest(vitestJson),
  },
  { name: 'web build', args: ['scripts/build.mjs'] },
  {
    name: 'browser journeys',
    args: [...playwright, '--grep-invert', '@long'],
    read: () => readPlaywright(playwrightJson),
  },
];

/** @type {import('./lib/tally.mjs').Step[]} */
const nowAndThen = [
  {
    name: 'unit and server tests, long',
    args: [...vitest, `--outputFile.json=${vitestJson}`],
    env: { TEST_LONG: '1' },
    read: () => readVitest(vitestJson),
  },
  { name: 'web build', args: ['scripts/build.mjs'] },
  {
    name: 'browser journeys, long',
    args: [...playwright, '--grep', '@long', '--grep-invert', '@alone'],
    env: { TEST_LONG: '1' },
    read: () => readPlaywright(playwrightJson),
  },
  {
    name: 'browser journeys that measure, one at a time',
    args: [...playwright, '--grep', '@alone', '--workers', '1'],
    env: { TEST_LONG: '1' },
    read: () => readPlaywright(playwrightJson),
  },
  { name: 'picture book', args: ['scripts/book.mjs'] },
];

await script(async () => {
  await prepareSystem();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const finished = [];
  for (const step of long ? nowAndThen : everyChange) {
    console.log(`\n— ${step.name} —`);
    const start = performance.now();
    const env = { ...process.env, ...step.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightJson };
    const { code, signal } = await run(process.execPath, step.args, { env });
    if (signal) throw new Stop('Interrupted.', 128 + constants.signals[signal]);
    finished.push(stepResult(step, code, (performance.now() - start) / 1000));
  }
  console.log(`\n${table(finished)}\n`);
  console.log(closingLine(finished));
  return finished.every(({ failed }) => failed === 0) ? 0 : 1;
});
