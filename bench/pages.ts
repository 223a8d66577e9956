import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeMachine } from './machine.ts';
import { type Figure, isWithin, measureHome, median } from './measure-home.ts';

/** The home page on a phone: Lighthouse's mobile preset, five runs, medians. */
function round(value: number): string {
  return String(value >= 10 ? Math.round(value) : Number(value.toFixed(3)));
}

function row(figure: Figure): string {
  const { name, unit, limit, runs } = figure;
  const bound =
    limit === null ? '' : 'atLeast' in limit ? `≥ ${limit.atLeast}` : `≤ ${limit.atMost}`;
  const verdict = limit === null ? '' : isWithin(figure) ? 'yes' : 'no';
  const label = unit ? `${name}, ${unit}` : name;
  return `| ${[label, round(median(runs)), bound, verdict, runs.map(round).join(' ')].join(' | ')} |`;
}

const machine = describeMachine();
const figures = await measureHome();
const text = `# The home page on a phone

\`npm run bench pages\`: Lighthouse, mobile preset (simulated slow 4G, processor four times slower), median of five runs, each in a fresh browser. What else the machine does adds to the paints and to the blocking time; its load and the index of its speed (2,300 to 3,600 at rest) tell how much that was.

${machine} before the first run

| | median | goal | met | runs |
|---|--:|--:|---|---|
${figures.map(row).join('\n')}
`;
await writeFile(join(import.meta.dirname, 'pages.md'), text);
console.log(text);
