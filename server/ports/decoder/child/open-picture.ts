import sharp, { type Sharp } from 'sharp';

sharp.cache(false);
sharp.concurrency(1);
// Whatever else the library can read is never tried on a stranger's file.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp'].flatMap((format) => [
    `VipsForeignLoad${format}File`,
    `VipsForeignLoad${format}Buffer`,
  ]),
});

/** Opens a JPEG, PNG or WebP, by its path or its bytes, to be read from top to bottom. */
export function openPicture(input: string | Uint8Array): Sharp {
  // Our own limit is checked on the header first; the library's own would read as a broken file.
  return sharp(input, { failOn: 'error', limitInputPixels: false, sequentialRead: true });
}
