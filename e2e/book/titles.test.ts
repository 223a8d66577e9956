import { expect, test } from 'vitest';
import { MAIN, readTitles } from './titles.ts';

test('every state of the picture book has a title of its own, and the main ones exist', () => {
  const titles = readTitles().map(({ title }) => title);
  expect(titles.filter((title, at) => titles.indexOf(title) < at)).toEqual([]);
  expect(MAIN.filter((title) => !titles.includes(title))).toEqual([]);
});
