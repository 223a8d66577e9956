import { expect, test } from 'vitest';
import { edgeColours, isAlike } from './pin-colours.ts';

type Colour = readonly [number, number, number, number];
const RED: Colour = [200, 32, 63, 255];
const DARK_RED: Colour = [198, 34, 61, 255];
const WHITE: Colour = [255, 255, 255, 255];
const CLEAR: Colour = [0, 0, 0, 0];

function draw(width: number, height: number, colourAt: (x: number, y: number) => Colour) {
  const places = Array.from({ length: width * height }, (_, at) => at);
  const data = places.flatMap((at) => colourAt(at % width, Math.floor(at / width)));
  return { data: Uint8ClampedArray.from(data), width, height };
}

test('the commonest colour of the edge comes first; what lies inside does not count', () => {
  const isInside = (x: number, y: number) => x > 0 && x < 9 && y > 0 && y < 9;
  const framed = draw(10, 10, (x, y) => {
    if (isInside(x, y)) return [0, 200, 0, 255];
    return y === 0 ? WHITE : RED;
  });
  expect(edgeColours(framed)).toEqual(['#c8203f', '#ffffff']);
});

test('shades of one colour are one', () => {
  expect(edgeColours(draw(2, 2, (x) => (x === 0 ? RED : DARK_RED)))).toEqual(['#c7213e']);
});

test('two shades on either side of a step are offered once', () => {
  const step = (red: number): Colour => [red, 32, 63, 255];
  expect(edgeColours(draw(4, 1, (x) => step(x < 3 ? 190 : 193)))).toEqual(['#be203f']);
  expect([isAlike('#be203f', '#c1203f'), isAlike('#be203f', '#2c43b0')]).toEqual([true, false]);
});

test('a clear edge has no colour, and there are never more than three', () => {
  expect(edgeColours(draw(4, 4, () => CLEAR))).toEqual([]);
  const many = draw(6, 1, (x) => [x * 50, 0, 0, 255]);
  expect(edgeColours(many)).toHaveLength(3);
});
