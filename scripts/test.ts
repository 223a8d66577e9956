// npm test: types, lint and web build beside the unit and server tests, then browser journeys; all
// of them, whatever fails. `--long` runs what takes too long for every change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { root } from './lib/paths.mjs';
import { prepareSystem } from './lib/prepare-system.ts';
import { readPlaywright, readVitest } from './lib/reports.ts';
import {
  closingLine,
  listTroubles,
  type Result,
  type Step,
  stepResult,
  table,
} from './lib/tally.ts';

const results = join(root, '.cache', 'tests');
const vitestJson = join(results, 'vitest.json');
const playwrightJson = join(results, 'playwright.json');
const isLong = process.argv.includes('--long');
const env = isLong ? { TEST_LONG: '1' } : {};

const unitTests: Step = {
  name: 'unit and server tests',
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${vitestJson}`,
  ],
  env,
  read: () => readVitest(vitestJson),
};
const webBuild: Step = { name: 'web build', command: ['node', 'scripts/prepare.mjs', 'build'] };

function journeys(name: string, ...choice: string[]): Step {
  return {
    name: `browser journeys${name}`,
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', ...choice],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightJson },
    read: () => readPlaywright(playwrightJson),
  };
}

/** Taken one after the other beside the first of the others, which leaves a core idle at times. */
const beside: readonly Step[] = isLong
  ? []
  : [
      { name: 'types', command: ['node', '--run', 'typecheck'] },
      { name: 'lint', command: ['node', '--run', 'lint'] },
      { name: 'unused code', command: ['node', '--run', 'unused'] },
      webBuild,
    ];
const [first, ...others]: [Step, ...Step[]] = isLong
  ? [
      unitTests,
      webBuild,
      journeys(', long', '--grep', '@long', '--grep-invert', '@alone'),
      journeys(' that measure, one at a time', '--grep', '@alone', '--workers', '1'),
      { name: 'picture book', command: ['node', 'scripts/book.ts'] },
    ]
  : [unitTests, journeys('', '--grep-invert', '@long')];

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.abort());

/** @param isQuiet whether what it says is told once it is done */
async function take(step: Step, isQuiet: boolean): Promise<Result> {
  const { name, command, env: extra } = step;
  const [program = '', ...args] = command;
  const start = performance.now();
  if (!isQuiet) console.log(`\n— ${name} —`);
  const child = spawn(program, args, {
    stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    env: { ...process.env, ...extra },
    signal: interrupted.signal,
  });
  const said =
    child.stdout && child.stderr && Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = await once(child, 'close');
  const output = said ? stripVTControlCharacters((await said).join('')) : undefined;
  if (isQuiet) console.log(`\n— ${name} —\n${output}`);
  return stepResult(step, code ?? 1, (performance.now() - start) / 1000, output);
}

async function takeInTurn(steps: readonly Step[], isQuiet: boolean): Promise<Result[]> {
  const finished: Result[] = [];
  for (const step of steps) finished.push(await take(step, isQuiet));
  return finished;
}

prepareSystem();
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const begun = await Promise.all([takeInTurn(beside, true), takeInTurn([first], false)]);
const finished = [...begun.flat(), ...(await takeInTurn(others, false))];
console.log(`\n${table(finished)}\n`);
const troubles = listTroubles(finished);
if (troubles) console.log(`${troubles}\n`);
console.log(closingLine(finished));
process.exitCode = finished.every(({ failed }) => failed === 0) ? 0 : 1;
