import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';

/** Makes the few small pictures for the README and the documents. */
const ROOT = join(import.meta.dirname, '../..');
const TARGET = join(ROOT, 'docs/pictures');

const phone = { width: 360, height: 740 };
const desktop = { width: 1440, height: 900 };

const shown = [
  { name: 'home-phone', walk: 'home', file: 'page-360-light', ...phone },
  { name: 'images-phone', walk: 'images', file: 'three-fold-360-light', ...phone },
  { name: 'summary-phone', walk: 'summary', file: 'no-code-360-light', ...phone },
  { name: 'home-dark-phone', walk: 'home', file: 'page-360-dark', ...phone },
  { name: 'home', walk: 'home', file: 'page-1440-light', ...desktop },
  { name: 'admin', walk: 'admin-orders', file: 'list-1440-light', ...desktop },
];

mkdirSync(TARGET, { recursive: true });
for (const { name, walk, file, width, height } of shown) {
  const folder = join(ROOT, 'book', walk);
  const found = readdirSync(folder).find((each) => each.replace(/^\d+-/, '') === `${file}.png`);
  if (!found) throw new Error(`no picture ${walk}/${file}`);
  await sharp(join(folder, found))
    .extract({ left: 0, top: 0, width, height })
    .resize({ width: Math.min(width, 960) })
    .webp({ quality: 74 })
    .toFile(join(TARGET, `${name}.webp`));
}
