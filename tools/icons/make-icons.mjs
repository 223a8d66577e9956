// node tools/icons/make-icons.mjs: makes every icon in web/public from the logo.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { root } from '../../scripts/lib/paths.mjs';
import { readToken } from '../../vite/brand.ts';

const logo = await readFile(join(root, 'web/app/logo.svg'));
const sun = readToken('--color-sun').light;
const target = (/** @type {string} */ name) => join(root, 'web/public', name);

/** @param {number} size in pixels */
function draw(size) {
  return sharp(logo, { density: (72 * size) / 64 }).resize(size, size);
}

/** @param {import('sharp').Sharp} picture */
const toPng = (picture) => picture.png({ compressionLevel: 9, palette: true, quality: 95 });

/**
 * The logo on an opaque background, for systems that crop icons to their own shape.
 * @param {number} size in pixels
 * @param {number} share of the width that the logo takes
 */
async function drawOnGround(size, share) {
  const mark = await draw(Math.round(size * share)).toBuffer();
  const ground = { create: { width: size, height: size, channels: 4, background: sun } };
  return sharp(/** @type {import('sharp').SharpOptions} */ (ground)).composite([{ input: mark }]);
}

/**
 * Returns an ICO file with one picture, for Windows and old browsers.
 * @param {Buffer} png
 * @param {number} size in pixels, below 256
 */
function toIco(png, size) {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const small = await draw(32).png({ compressionLevel: 9 }).toBuffer();
await writeFile(target('favicon.ico'), toIco(small, 32));
await writeFile(target('favicon.svg'), logo.toString().replaceAll(/>\s+</g, '><').trim());
await toPng(draw(192)).toFile(target('icon-192.png'));
await toPng(draw(512)).toFile(target('icon-512.png'));
await toPng(await drawOnGround(180, 0.84)).toFile(target('apple-touch-icon.png'));
// A mask may crop it to a circle of four fifths of the width.
await toPng(await drawOnGround(512, 0.7)).toFile(target('icon-maskable-512.png'));
