import sharp from 'sharp';
import { drawMotifs } from '#server/demo/motifs.ts';
import type { PickedFile } from '../support/pictures.ts';

/** Large enough for a sharp pin. */
const SIDE = 720;
const named = ['gato', 'copihue', 'club', 'puma', 'palta', 'cumpleaños', 'cordillera', 'perro'];

export type Motifs = { from?: number; names?: readonly string[] };

/** Our motifs as files, one after the other and then again. */
export async function drawFiles(count: number, { from = 0, names = [] }: Motifs = {}) {
  const motifs = await drawMotifs();
  return Promise.all(
    Array.from({ length: count }, async (_, at): Promise<PickedFile> => {
      const motif = (from + at) % motifs.length;
      const buffer = await sharp(motifs[motif]).resize(SIDE, SIDE).png().toBuffer();
      const name = names[at] ?? `${named[motif]} ${from + at + 1}.png`;
      return { name, mimeType: 'image/png', buffer };
    }),
  );
}
