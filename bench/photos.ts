import sharp from 'sharp';

/** Makes a JPEG of soft spots, about as large as a photo of its dimensions. */
export async function makePhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const [across, down] = [Math.ceil(width / 4), Math.ceil(height / 4)];
  const create = {
    width: across,
    height: down,
    channels: 3,
    background: '#808080',
    noise,
  } as const;
  const spots = await sharp({ create }).png().toBuffer();
  return sharp(spots).resize(width, height).jpeg({ quality: 85 }).toBuffer();
}

/** Uploads it to a shop like a browser. */
export async function uploadPhoto(url: string, photo: Buffer): Promise<void> {
  const body = new FormData();
  body.append('image', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'foto.jpg');
  const { status } = await fetch(`${url}/api/upload`, { method: 'POST', body });
  if (status !== 201) throw new Error(`an upload was refused: ${status}`);
}
