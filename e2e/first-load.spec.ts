import { isWithin, measureHome, median } from '../bench/measure-home.ts';
import { expect, test } from './support/test.ts';

test.use({ hasPhotos: true });

test('Lighthouse finds the home page fast and sound on a phone @long @alone', async () => {
  test.setTimeout(600_000);
  const figures = await measureHome();
  const missed = figures.filter((figure) => !isWithin(figure));
  expect(missed.map(({ name, runs }) => `${name}: ${median(runs)}`)).toEqual([]);
});
