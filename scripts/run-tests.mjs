// Types, lint and web build beside the unit and server tests, then browser journeys; all of them,
// whatever fails. `--long` runs what takes too long for every change.
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { bin, root } from './lib/paths.mjs';
import { readPlaywright, readVitest } from './lib/reports.mjs';
import { run, Stop, script } from './lib/run.mjs';
import { prepareSystem } from './lib/system.mjs';
import { closingLine, listTroubles, stepResult, table } from './lib/tally.mjs';

const long = process.argv.includes('--long');
const results = join(root, '.cache', 'tests');
const vitestJson = join(results, 'vitest.json');
const playwrightJson = join(results, 'playwright.json');
const vitest = [bin('vitest'), 'run', '--reporter=default', '--reporter=json'];
const playwright = [bin('playwright'), 'test', '--config', 'e2e/playwright.config.ts'];

/** @typedef {import('./lib/tally.mjs').Step} Step */

/**
 * Done one after the other beside the first step, which leaves a core idle at times.
 * @type {Step[]}
 */
const meanwhile = [
  { name: 'types', args: ['scripts/typecheck.mjs'] },
  { name: 'lint', args: ['scripts/lint.mjs'] },
  { name: 'web build', args: ['scripts/build.mjs'] },
];

/** @type {Step[]} */
const everyChange = [
  {
    name: 'unit and server tests',
    args: [...vitest, `--outputFile.json=${vitestJson}`],
    read: () => readVitest(vitestJson),
  },
  {
    name: 'browser journeys',
    args: [...playwright, '--grep-invert', '@long'],
    read: () => readPlaywright(playwrightJson),
  },
];

/** @type {Step[]} */
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

/**
 * @param {Step} step
 * @param {'inherit' | number} output a file for what it says
 */
async function take(step, output) {
  const start = performance.now();
  const env = { ...process.env, ...step.env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightJson };
  const { code, signal } = await run(process.execPath, step.args, {
    env,
    stdio: ['inherit', output, output],
  });
  if (signal) throw new Stop('Interrupted.', 128 + constants.signals[signal]);
  return { code, seconds: (performance.now() - start) / 1000 };
}

/**
 * Takes a step and tells what it said once it is done.
 * @param {Step} step
 */
async function takeQuietly(step) {
  const path = join(results, `${step.name}.log`);
  const file = openSync(path, 'w');
  const { code, seconds } = await take(step, file).finally(() => closeSync(file));
  const output = stripVTControlCharacters(readFileSync(path, 'utf8'));
  console.log(`\n— ${step.name} —\n${output}`);
  return stepResult(step, code, seconds, output);
}

/** @param {Step} step */
async function takeAloud(step) {
  console.log(`\n— ${step.name} —`);
  const { code, seconds } = await take(step, 'inherit');
  return stepResult(step, code, seconds);
}

/**
 * @template T
 * @param {Step[]} steps
 * @param {(step: Step) => Promise<T>} work
 */
async function inTurn(steps, work) {
  const results = [];
  for (const step of steps) results.push(await work(step));
  return results;
}

await script(async () => {
  await prepareSystem();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results, { recursive: true });
  const [first, ...others] = long ? nowAndThen : everyChange;
  const begun = await Promise.all([
    inTurn(long ? [] : meanwhile, takeQuietly),
    inTurn(first ? [first] : [], takeAloud),
  ]);
  const finished = [...begun.flat(), ...(await inTurn(others, takeAloud))];
  console.log(`\n${table(finished)}\n`);
  const troubles = listTroubles(finished);
  if (troubles) console.log(`${troubles}\n`);
  console.log(closingLine(finished));
  return finished.every(({ failed }) => failed === 0) ? 0 : 1;
});
