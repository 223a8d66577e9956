import { encode } from 'uqr';
import type { Context } from '#server/context.ts';
import { readLogoPng } from '#server/features/uploads/logo.ts';

/** The white border that scanners need around a code, in modules. */
const QUIET = 4;

/** Draws a text as a QR code of vector rectangles, sharp at any size. */
export function drawQr(
  document: PDFKit.PDFDocument,
  { text, left, top, side }: { text: string; left: number; top: number; side: number },
): void {
  const { data, size } = encode(text, { border: QUIET });
  const module = side / size;
  for (const [row, modules] of data.entries()) {
    for (let from = 0; from < modules.length; from += 1) {
      if (!modules[from]) continue;
      let to = from;
      while (modules[to]) to += 1;
      document.rect(left + from * module, top + row * module, (to - from) * module, module);
      from = to;
    }
  }
  document.fill('#000000');
}

/** The shop's logo, as in `web/app/logo.svg`, 64 units wide. */
const FACES = [
  { radius: 31.5, colour: '#2b1637' },
  { radius: 29.5, colour: '#fdfdfc' },
  { radius: 26, colour: '#c8203f' },
] as const;
const MIDDLE = 32;
const SMILE =
  'M16.8 34.2c1.7-1.5 4.2-.9 5 1.2 3.4 8.4 16.9 8.6 20.6.1.9-2 3.4-2.6 5-1.1 1.1 1 1.3 2.4.8 3.7' +
  'C42.7 52.3 21.3 52 16 38c-.5-1.4-.3-2.8.8-3.8Z';
const WINK = 'M36 27.6c2-4.6 8-5 10.5-.8';
const SUN = '#ffc845';

/** The square of a logo, in millimetres. */
type Spot = { x: number; y: number; side: number };

/** Returns a function that draws the shop's logo: its own, or the usual one. */
export async function prepareLogo(
  context: Context,
  document: PDFKit.PDFDocument,
): Promise<(spot: Spot) => void> {
  const own = await readLogoPng(context);
  if (own === null) return (spot) => drawUsualLogo(document, spot);
  const image = document.openImage(own.png);
  return ({ x, y, side }) => {
    const scale = side / Math.max(own.width, own.height);
    const [width, height] = [own.width * scale, own.height * scale];
    document.image(image, x + (side - width) / 2, y + (side - height) / 2, { width, height });
  };
}

function drawUsualLogo(document: PDFKit.PDFDocument, { x, y, side }: Spot): void {
  document
    .save()
    .translate(x, y)
    .scale(side / (2 * MIDDLE));
  for (const { radius, colour } of FACES) document.circle(MIDDLE, MIDDLE, radius).fill(colour);
  document.rotate(-8, { origin: [MIDDLE, MIDDLE] });
  document.ellipse(23.5, 25, 3.9, 4.7).fill(SUN);
  document.path(SMILE).fill(SUN);
  document.lineWidth(5).lineCap('round').path(WINK).stroke(SUN);
  document.restore();
}
