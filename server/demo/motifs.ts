import { join } from 'node:path';
import sharp from 'sharp';

const SIDE = 900;
/** What is printed on the pins of our own photos. */
const ARTWORK = join(import.meta.dirname, '../../tools/photos/artwork');
const names = ['cat', 'copihue', 'club', 'puma', 'palta', 'birthday', 'mountains', 'dog'] as const;

/** @returns pictures of our own as buyers send them: in every format, of several sizes */
export async function drawMotifs(): Promise<Buffer[]> {
  return Promise.all(
    names.map((name, at) => {
      const drawing = sharp(join(ARTWORK, `${name}.svg`), { density: 144 });
      const picture = drawing.resize(SIDE, SIDE - at * 20).flatten({ background: '#ffffff' });
      if (at % 3 === 0) return picture.jpeg({ quality: 90 }).toBuffer();
      return at % 3 === 1 ? picture.png().toBuffer() : picture.webp().toBuffer();
    }),
  );
}
