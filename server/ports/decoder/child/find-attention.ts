import { DEFAULT_PRESS } from '#domain/press.ts';
import type { Pixels } from './faces/find-faces.ts';

/** A place in a picture, as fractions of its sides. */
export type Place = { x: number; y: number };

/** Steps between the first and the last place that the circle can take. */
const STEPS = 60;
/** What a circle at the picture's end loses against one in the middle, as a share of all detail. */
const MIDDLE_PULL = 0.2;
/** Of the circle's radius, what is seen from the front; presses differ by little. */
const FRONT_SHARE = DEFAULT_PRESS.faceMm / DEFAULT_PRESS.cutMm;

/**
 * Finds the middle of the largest circle inside a picture that holds most of its detail: what is
 * in focus has more than what lies behind. Detail counts less towards the rim; in doubt the middle.
 * @param pixels a copy of some 64 pixels: grain has gone from it, and is not taken for detail
 */
export function findAttention(pixels: Pixels): Place {
  const { width, height } = pixels;
  const { details, all } = measureDetail(pixels);
  const radius = Math.min(width, height) / 2;
  let best = { x: 0.5, y: 0.5 };
  let most = 0;
  for (let step = -STEPS / 2; step <= STEPS / 2; step++) {
    const from = step / STEPS;
    const place = {
      x: 0.5 + (from * (width - 2 * radius)) / width,
      y: 0.5 + (from * (height - 2 * radius)) / height,
    };
    const held = sumAround(details, width, {
      x: place.x * width,
      y: place.y * height,
      radius: radius * FRONT_SHARE,
    });
    const away = 2 * Math.max(Math.abs(place.x - 0.5), Math.abs(place.y - 0.5));
    const score = held / all - MIDDLE_PULL * away * away;
    if (score > most) [best, most] = [place, score];
  }
  return best;
}

/** Returns how much each pixel differs from its four neighbours, and the sum of that. */
function measureDetail({ data, width, height }: Pixels): { details: Float64Array; all: number } {
  const details = new Float64Array(width * height);
  let all = 0;
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      let detail = 0;
      for (let colour = 0; colour < 3; colour++) {
        const at = 3 * (y * width + x) + colour;
        const [own = 0, left = 0, right = 0] = [data[at], data[at - 3], data[at + 3]];
        const [above = 0, below = 0] = [data[at - 3 * width], data[at + 3 * width]];
        detail += Math.abs(4 * own - left - right - above - below);
      }
      details[y * width + x] = detail;
      all += detail;
    }
  }
  return { details, all };
}

function sumAround(
  details: Float64Array,
  width: number,
  circle: { x: number; y: number; radius: number },
): number {
  let sum = 0;
  for (const [at, detail] of details.entries()) {
    const [right, down] = [(at % width) + 0.5 - circle.x, Math.floor(at / width) + 0.5 - circle.y];
    const distance = (right * right + down * down) / (circle.radius * circle.radius);
    if (distance < 1) sum += detail * (1 - distance);
  }
  return sum;
}
