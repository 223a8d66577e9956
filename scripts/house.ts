// npm run house: prints the measures of the code's structure beside what is wanted.
import { measureHouse } from './lib/house.ts';
import { root } from './lib/paths.mjs';

const measures = measureHouse(root);
const width = Math.max(...measures.map(({ name }) => name.length));
for (const { name, value, most } of measures) {
  const number = (each: number) => each.toLocaleString('en').padStart(8);
  console.log(
    `${name.padEnd(width)}${number(value)} ≤${number(most)}${value > most ? '  over' : ''}`,
  );
}
