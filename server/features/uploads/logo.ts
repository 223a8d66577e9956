import { buffer } from 'node:stream/consumers';
import type { Size } from '#domain/pins/crops.ts';
import type { Context } from '#server/context.ts';
import { findUploads } from './repo.ts';
import { fileKeys, logoId, SVG_TYPE } from './urls.ts';

/** Largest size of a logo in mails and documents, in pixels. */
export const LOGO_SIZE = { width: 640, height: 256 };

/** The shop's own logo with its file, a PNG or a cleaned SVG; its size in pixels. */
type Logo = Size & { url: string; type: string; file: Buffer };

/** Returns the saved logo; null for none, and for one whose file is lost. */
export async function readLogo({ settings, db, storage }: Context): Promise<Logo | null> {
  const url = (await settings.current()).settings.face.logo;
  const id = logoId(url);
  const [upload] = id === null ? [] : await findUploads(db.queries, [id]);
  const stored = upload && (await storage.open(fileKeys(upload.id).original));
  if (!stored) return null;
  const { mime_type: type, width, height } = upload;
  return { url, type, file: await buffer(stored.stream), width, height };
}

/** Returns a logo as a PNG of at most `LOGO_SIZE`. @throws ShopError that says what is wrong */
export function drawLogo({ decoder }: Context, { type, file }: Pick<Logo, 'type' | 'file'>) {
  const picture = type === SVG_TYPE ? { svg: file.toString() } : file;
  return decoder.makeVariant({ picture, ...LOGO_SIZE, fit: 'inside', format: 'png' });
}

/**
 * Returns the saved logo as `drawLogo` does; null for none, and while it cannot be read: a mail or
 * document without it is better than none.
 */
export async function readLogoPng(context: Context): Promise<(Size & { png: Uint8Array }) | null> {
  try {
    const logo = await readLogo(context);
    if (logo === null) return null;
    const { width, height } = logo;
    return { width, height, png: await drawLogo(context, logo) };
  } catch {
    return null;
  }
}
