import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';

/** Side of the square around a face, in pixels. */
export const SIDE = 400;
/** Pixels at a face's edge where the page behind it shines through. */
const SOFT_EDGE = 2;

/** Shows only the face of a pin, in a whole number of pixels, and takes its picture. */
export async function shootFace(page: Page, window: Locator): Promise<Buffer> {
  const picture = window.locator('figure').first().locator('[style*="rotate"]').locator('img');
  await expect(picture).toHaveCSS('opacity', '1');
  await picture.evaluate(async (image, side) => {
    const face = image.parentElement?.parentElement?.parentElement;
    if (!(image instanceof HTMLImageElement) || !face) throw new Error('No face here.');
    await image.decode();
    Object.assign(face.style, {
      position: 'fixed',
      inset: '0 auto auto 0',
      width: `${side}px`,
      height: `${side}px`,
      borderRadius: '0',
      zIndex: '9',
    });
  }, SIDE);
  return page.screenshot({
    clip: { x: 0, y: 0, width: SIDE, height: SIDE },
    animations: 'disabled',
  });
}

const readPixels = (file: Uint8Array) => sharp(file).removeAlpha().raw().toBuffer();

/** Returns the mean difference per channel inside the circle. */
export async function differenceOf(one: Uint8Array, other: Uint8Array): Promise<number> {
  const [a, b] = await Promise.all([readPixels(one), readPixels(other)]);
  let [sum, count] = [0, 0];
  for (let at = 0; at < a.length; at += 3) {
    const [x, y] = [(at / 3) % SIDE, Math.floor(at / 3 / SIDE)];
    if (Math.hypot(x + 0.5 - SIDE / 2, y + 0.5 - SIDE / 2) > SIDE / 2 - SOFT_EDGE) continue;
    for (const channel of [0, 1, 2]) {
      sum += Math.abs((a[at + channel] ?? 0) - (b[at + channel] ?? 0));
      count += 1;
    }
  }
  return sum / count;
}
