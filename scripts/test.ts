// npm test: types, lint, unit and server tests in parallel with web build and browser journeys; all
// of them, even after a failure. `--long` runs the slow tests, one step after another.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { stripVTControlCharacters } from 'node:util';
import { prepareSystem } from '#e2e/support/prepare-system.ts';
import { root } from './lib/paths.mjs';
import {
  type Result,
  readPlaywright,
  readVitest,
  type Step,
  stepResult,
  summary,
} from './lib/reports.ts';

const results = join(root, '.cache', 'tests');
const vitestJson = join(results, 'vitest.json');
const playwrightJson = join(results, 'playwright.json');
const isLong = process.argv.includes('--long');
const env = isLong ? { TEST_LONG: '1' } : { TMPDIR: scratchFolder() };

/** Test data is kept in memory if there is room: on a disk the tests take a fifth longer. */
function scratchFolder() {
  const memory = '/dev/shm';
  if (process.env.TMPDIR || !existsSync(memory)) return tmpdir();
  const { bavail, bsize } = statfsSync(memory);
  return bavail * bsize < 4e9 ? tmpdir() : memory;
}

function unitTests(...choice: string[]): Step {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestJson}`];
  return {
    name: 'unit and server tests',
    command: ['vitest', 'run', ...reporters, ...choice],
    env,
    read: () => readVitest(vitestJson),
  };
}
const webBuild: Step = { name: 'web build', command: ['node', 'scripts/prepare.mjs', 'build'] };

function journeys(name: string, ...choice: string[]): Step {
  return {
    name: `browser journeys${name}`,
    command: ['playwright', 'test', '-c', 'e2e/playwright.config.ts', ...choice],
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: playwrightJson },
    read: () => readPlaywright(playwrightJson),
  };
}

/** The steps of a lane run one after another. */
type Lane = readonly Step[];
/** Most steps wait for a disk, a process or a timer at times: two lanes keep all cores busy. */
const lanes: readonly [told: Lane, beside: Lane] = isLong
  ? [
      [
        unitTests(),
        webBuild,
        journeys(', long', '--grep', '@long', '--grep-invert', '@alone'),
        journeys(' that measure, one at a time', '--grep', '@alone', '--workers', '1'),
        { name: 'picture book and its checks', command: ['node', 'scripts/book.ts', 'check'] },
      ],
      [],
    ]
  : [
      [
        webBuild,
        journeys('', '--grep-invert', '@long'),
        { name: 'lint', command: ['node', '--run', 'lint'] },
      ],
      [
        { name: 'types', command: ['node', '--run', 'typecheck'] },
        { name: 'unused code', command: ['node', '--run', 'unused'] },
        unitTests(),
      ],
    ];

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => interrupted.abort());

/** @param isQuiet whether its output is printed only at the end */
async function runStep(step: Step, isQuiet: boolean): Promise<Result> {
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
  if (said) console.log(`\n— ${name} —\n${stripVTControlCharacters((await said).join(''))}`);
  return stepResult(step, code ?? 1, (performance.now() - start) / 1000);
}

async function runLane(steps: Lane, isQuiet: boolean): Promise<Result[]> {
  const finished: Result[] = [];
  for (const step of steps) finished.push(await runStep(step, isQuiet));
  return finished;
}

prepareSystem({ isLong });
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const [told, beside] = lanes;
const finished = (await Promise.all([runLane(beside, true), runLane(told, false)])).flat();
console.log(`\n${summary(finished)}`);
process.exitCode = finished.every(({ failed }) => failed === 0) ? 0 : 1;
