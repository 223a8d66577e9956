import sharp from 'sharp';

const SIDE = 900;

/** Ground, shape and line of each motif. */
const motifs = [
  [
    '#f94144',
    '#fff3b0',
    'M450 180 L520 380 L730 380 L560 500 L620 700 L450 580 L280 700 L340 500 L170 380 L380 380 Z',
  ],
  [
    '#277da1',
    '#f9f7f3',
    'M450 720 C150 520 180 220 330 220 C400 220 440 270 450 310 C460 270 500 220 570 220 C720 220 750 520 450 720 Z',
  ],
  ['#f9c74f', '#3d2c2e', 'M250 450 a200 200 0 1 0 400 0 a200 200 0 1 0 -400 0'],
  ['#43aa8b', '#ffffff', 'M200 640 L400 300 L520 500 L600 390 L720 640 Z'],
  ['#f3722c', '#1d1d2b', 'M450 170 L690 310 L690 590 L450 730 L210 590 L210 310 Z'],
  ['#577590', '#f9c74f', 'M500 160 L300 500 L440 500 L390 740 L620 400 L470 400 Z'],
  ['#90be6d', '#2b2d42', 'M250 300 h400 v300 h-160 l-80 110 v-110 h-160 Z'],
  ['#b5179e', '#fdf0d5', 'M450 200 q250 120 0 500 q-250 -380 0 -500 Z'],
] as const;

/** @returns pictures of our own as buyers send them: in every format, of several sizes */
export async function drawMotifs(): Promise<Buffer[]> {
  return Promise.all(
    motifs.map(([ground, ink, shape], at) => {
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"
        width="${SIDE}" height="${SIDE - at * 40}"><rect width="${SIDE}" height="${SIDE}" fill="${ground}"/>
        <path d="${shape}" fill="${ink}"/></svg>`;
      const picture = sharp(Buffer.from(svg));
      if (at % 3 === 0) return picture.flatten({ background: ground }).jpeg().toBuffer();
      return at % 3 === 1 ? picture.png().toBuffer() : picture.webp().toBuffer();
    }),
  );
}
