import { spawnSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { describeMachine } from './machine.ts';

/** The time from an interaction to the next paint on a slow phone, on every screen. */
const GOAL_MS = 200;
const GOAL_SHIFT = 0.02;
/** An owner's time for twelve payments of a list of sixty rows, without the reading. */
const GOAL_WHOLE_MS = 15_000;
const ROOT = join(import.meta.dirname, '..');
const CONFIG = 'e2e/taps/playwright.config.ts';
const ROUNDS = 3;

const screen = z.object({
  name: z.string(),
  taps: z.array(z.object({ what: z.string(), ms: z.number() })),
  shift: z.number(),
  wholeMs: z.optional(z.number()),
});
const annotations = z.array(z.object({ type: z.string(), description: z.string() }));
const report = z.object({
  suites: z.array(
    z.object({
      specs: z.array(
        z.object({ ok: z.boolean(), title: z.string(), tests: z.array(z.object({ annotations })) }),
      ),
    }),
  ),
});

const machine = describeMachine();
const { error } = spawnSync('playwright', ['test', '-c', CONFIG, `--repeat-each=${ROUNDS}`], {
  cwd: ROOT,
  stdio: 'inherit',
});
if (error) throw error;
const { suites } = report.parse(
  JSON.parse(await readFile(join(ROOT, 'test-results/taps.json'), 'utf8')),
);
const specs = suites.flatMap((suite) => suite.specs);
const screens = specs.flatMap(({ tests }) =>
  tests.flatMap((test) =>
    test.annotations.map(({ description }) => screen.parse(JSON.parse(description))),
  ),
);
const rows = [...Map.groupBy(screens, ({ name }) => name)].map(([name, rounds]) => {
  const taps = rounds.flatMap((round) => round.taps).toSorted((a, b) => a.ms - b.ms);
  const worst = taps.at(-1);
  const late = taps[Math.ceil(taps.length * 0.98) - 1]?.ms ?? 0;
  const shift = Math.max(...rounds.map((round) => round.shift));
  const isMet = late <= GOAL_MS && shift <= GOAL_SHIFT;
  const cells = [name, taps.length, late, worst?.ms ?? 0, worst?.what ?? '', shift.toFixed(3)];
  return `| ${[...cells, isMet ? 'yes' : 'no'].join(' | ')} |`;
});
const wholes = screens.flatMap(({ wholeMs }) => wholeMs ?? []);
const missing = specs.filter(({ ok }) => !ok).map(({ title }) => title);
const text = `# Interactions on a phone

\`npm run bench taps\`: a window of 360 px with touch, the processor four times slower, a slow 4G line; milliseconds from the input to the next paint, as the browser reports them (event timing), of interactions that take 16 ms or more; ${ROUNDS} rounds. Layout shift is the worst round's. Goal: ${GOAL_MS} ms at the 98th percentile, a shift of ${GOAL_SHIFT}. What else the machine does adds to every figure; the work itself is counted in \`e2e/taps.spec.ts\`.

${machine} before the first round

| screen | interactions | 98 %, ms | worst, ms | which | layout shift | met |
|---|--:|--:|--:|---|--:|---|
${rows.join('\n')}

Twelve payments from a bank's list of 60 rows, from 'Comparar con el banco' to the last one noted: ${Math.max(...wholes)} ms in the worst round; goal ${GOAL_WHOLE_MS}.
${missing.length > 0 ? `\nNot measured: ${missing.join(', ')}\n` : ''}`;
await writeFile(join(import.meta.dirname, 'taps.md'), text);
console.log(text);
