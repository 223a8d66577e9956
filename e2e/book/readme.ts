import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Makes the few small pictures for the README and the documents. */
const ROOT = join(import.meta.dirname, '../..');
const TARGET = join(ROOT, 'docs/pictures');

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

const shown = [
  { name: 'home-phone', file: 'home-360-light', ...phone },
  { name: 'images-phone', file: 'images-fold-360-light', ...phone },
  { name: 'summary-phone', file: 'summary-360-light', ...phone },
  { name: 'home-dark-phone', file: 'home-360-dark', ...phone },
  { name: 'home', file: 'home-1440-light', ...desktop },
  { name: 'admin', file: 'orders-1440-light', ...desktop },
  { name: 'es-hoy', file: 'tab-4-1440-light', ...desktop },
  { name: 'es-taller', file: 'tab-5-1440-light', ...desktop },
  { name: 'es-ajustes', file: 'tab-7-1440-light', ...desktop },
  { name: 'es-salud', file: 'tab-8-1440-light', ...desktop },
];

mkdirSync(TARGET, { recursive: true });
for (const { name, file, width, height } of shown) {
  await sharp(join(ROOT, 'book/demo', `${file}.png`))
    .extract({ left: 0, top: 0, width, height })
    .resize({ width: Math.min(width, 960) })
    .webp({ quality: 74 })
    .toFile(join(TARGET, `${name}.webp`));
}
