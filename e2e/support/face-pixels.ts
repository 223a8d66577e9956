import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

/** Side of the square around a face, in pixels. */
export const SIDE = 400;
/** Pixels at a face's edge where the page behind it shines through. */
const SOFT_EDGE = 2;

/** Takes a picture of the face of the pin that a window shows large. */
export function shootFace(page: Page, window: Locator): Promise<Buffer> {
  return shootPin(page, window.locator('figure').first());
}

/** Shows a copy of a pin's face above all else, in a whole number of pixels, and takes its picture. */
export async function shootPin(page: Page, pin: Locator): Promise<Buffer> {
  const picture = pin.locator('[style*="rotate"] img').first();
  await expect(picture).toHaveCSS('opacity', '1');
  const copy = await picture.evaluateHandle(async (image, side) => {
    const face = image.parentElement?.parentElement?.parentElement;
    if (!(image instanceof HTMLImageElement) || !face) throw new Error('No face here.');
    const shown = document.body.appendChild(document.createElement('div'));
    shown.popover = 'manual';
    shown.append(face.cloneNode(true));
    shown.style.cssText = `inset: 0 auto auto 0; width: ${side}px; height: ${side}px; margin: 0; border: 0; padding: 0; overflow: hidden`;
    const [inside] = shown.children;
    if (inside instanceof HTMLElement) {
      inside.style.cssText = 'position: absolute; inset: 0; border-radius: 0';
    }
    shown.showPopover();
    for (const each of shown.querySelectorAll('img')) await each.decode();
    return shown;
  }, SIDE);
  const shot = await page.screenshot({
    clip: { x: 0, y: 0, width: SIDE, height: SIDE },
    animations: 'disabled',
  });
  await copy.evaluate((shown) => shown.remove());
  return shot;
}

const readPixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer();

/** Returns the differences inside the circle, by quarter and channel. */
async function differencesOf(one: Uint8Array, other: Uint8Array): Promise<number[][]> {
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)]);
  const differences: number[][] = Array.from({ length: 12 }, () => []);
  for (let at = 0; at < a.length; at += 3) {
    const [x, y] = [(at / 3) % SIDE, Math.floor(at / 3 / SIDE)];
    if (Math.hypot(x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2) > SIDE / 2 - SOFT_EDGE) continue;
    const quarter = (x < SIDE / 2 ? 0 : 1) + (y < SIDE / 2 ? 0 : 2);
    for (const channel of [0, 1, 2]) {
      const difference = (a[at + channel] ?? 0) - (b[at + channel] ?? 0);
      differences[3 * quarter + channel]?.push(difference);
    }
  }
  return differences;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean difference per channel inside the circle. */
export async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  return mean((await differencesOf(one, other)).flat().map(Math.abs));
}

/** Returns the largest difference of the mean colour of a quarter of the circle. */
export async function quarterDifference(one: Uint8Array, other: Uint8Array): Promise<number> {
  return Math.max(...(await differencesOf(one, other)).map((each) => Math.abs(mean(each))));
}
