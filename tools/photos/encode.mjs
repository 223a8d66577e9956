// Encodes the renders for the shop: AVIF and WebP in each width, and the share picture.
// encode.mjs [effort 0 to 9: how hard AVIF tries to get smaller] [scenes: of the cut-outs, only these]
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { cutOuts, photos, share } from './pictures.mjs';

const renders = '.cache/photos/renders';
const effort = Number(process.argv[2] ?? 4);
const scenes = process.argv.slice(3);

/**
 * Returns the widest render of a scene, slightly more saturated than the film.
 * @param {string} scene
 */
async function developed(scene) {
  const widths = (await readdir(renders))
    .map((file) => file.match(new RegExp(`^${scene}-(\\d+)[.]png$`))?.[1])
    .filter((width) => width !== undefined)
    .map(Number);
  if (widths.length === 0) throw new Error(`${scene} is not rendered yet`);
  return sharp(join(renders, `${scene}-${Math.max(...widths)}.png`)).modulate({ saturation: 1.08 });
}

/** Share of a cut-out's side in which a shadow wider than the picture fades out. */
const EDGE = 0.05;

/**
 * Returns a cut-out whose shadow fades out at the edges of its picture.
 * @param {import('sharp').Sharp} picture
 */
async function fadeEdges(picture) {
  const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height, channels } = info;
  const soft = EDGE * Math.min(width, height);
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const inside = Math.min(1, Math.min(x, y, width - 1 - x, height - 1 - y) / soft);
    const alpha = at * channels + channels - 1;
    data[alpha] = Math.round((data[alpha] ?? 0) * inside * inside * (3 - 2 * inside));
  }
  return sharp(data, { raw: { width, height, channels } });
}

/** @param {import('sharp').Sharp} picture @param {string} file */
async function write(picture, file) {
  await mkdir(dirname(file), { recursive: true });
  await picture.toFile(file);
  const { size } = await stat(file);
  process.stdout.write(`${file} ${(size / 1000).toFixed(1)} kB\n`);
}

/**
 * Writes both encodings; a quality of 0 skips one.
 * @param {import('sharp').Sharp} picture
 * @param {string} file without extension
 * @param {{ avif: number, webp: number, effort?: number }} quality
 */
async function encode(picture, file, { avif, webp, effort: own = effort }) {
  if (avif) await write(picture.clone().avif({ quality: avif, effort: own }), `${file}.avif`);
  if (webp)
    await write(
      picture.clone().webp({ quality: webp, alphaQuality: 60, smartSubsample: true }),
      `${file}.webp`,
    );
}

for (const { scene: one, file: place, width, height, isFaded } of cutOuts) {
  if (scenes.length > 0 && !scenes.includes(one)) continue;
  const picture = (await developed(one)).resize(width, height);
  await encode(isFaded ? await fadeEdges(picture) : picture, place, { avif: 50, webp: 66 });
}
if (scenes.length > 0) process.exit();

const { carried } = photos;
const { scene, file, ...crop } = share;
await write((await developed(scene)).removeAlpha().resize(crop).jpeg({ mozjpeg: true }), file);

// Placeholders until a photo has loaded: a few pixels, inside the page's style sheet.
const previews = [];
await rm(photos.folder, { recursive: true, force: true });
for (const name of photos.names) {
  const dots = (await developed(name)).removeAlpha().resize(12, 9).webp({ quality: 30 });
  const data = (await dots.toBuffer()).toString('base64');
  const address = `data:image/webp;base64,${data}`;
  previews.push(`.${name} {\n  background-image: url('${address}');\n}\n`);
  for (const { width, ...quality } of photos.widths) {
    const picture = (await developed(name)).removeAlpha().resize(width, (width * 3) / 4);
    const isCarried = name === carried.name && width === carried.width;
    const own = isCarried ? { ...quality, ...carried } : quality;
    await encode(picture, join(photos.folder, `${name}-${width}`), own);
  }
}
await writeFile(join(photos.folder, 'previews.module.css'), previews.join('\n'));
