// Renders the drawings: artwork/*.svg for the badges, print/*.svg for their backing cards.
import { mkdir, readdir } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const here = fileURLToPath(new URL('.', import.meta.url));
const printed = '.cache/photos/faces';
const WIDTH = 1024;

await mkdir(printed, { recursive: true });
for (const folder of ['artwork', 'print']) {
  for (const file of await readdir(join(here, folder))) {
    const drawing = sharp(join(here, folder, file), { density: (72 * WIDTH) / 600 });
    const sheet = drawing.resize({ width: WIDTH }).flatten();
    await sheet.png().toFile(join(printed, `${parse(file).name}.png`));
  }
}
