import sharp from 'sharp';
import { drawMotifs } from '#server/demo/draw-pictures.ts';
import type { PickedFile } from '../support/pictures.ts';

/** Large enough for a sharp pin. */
const SIDE = 900;
const named = ['gato', 'copihue', 'club', 'puma', 'palta', 'cumpleaños', 'cordillera', 'perro'];

/** Motifs as PNG, drawn once per worker. */
let drawn: Promise<Buffer[]> | undefined;

async function drawPngs(): Promise<Buffer[]> {
  const motifs = await drawMotifs();
  return Promise.all(motifs.map((motif) => sharp(motif).resize(SIDE, SIDE).png().toBuffer()));
}

/** Returns the motifs as files, from one of them on, repeated if necessary. */
export async function drawFiles(count: number, from = 0): Promise<PickedFile[]> {
  drawn ??= drawPngs();
  const pngs = await drawn;
  return Array.from({ length: count }, (_, at) => {
    const motif = (from + at) % pngs.length;
    const name = `${named[motif]} ${from + at + 1}.png`;
    return { name, mimeType: 'image/png', buffer: pngs[motif] ?? Buffer.alloc(0) };
  });
}
