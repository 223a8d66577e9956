const PUBLIC_FILE = /^[\w-]{24}(-mini)?\.webp$/;
const PICTURE_URL = /^\/files\/([\w-]{24})\.webp$/;

type FileKeys = Record<'original' | 'image' | 'thumbnail' | 'square', string>;

export function fileKeys(id: string): FileKeys {
  return {
    original: `${id}.original`,
    image: `${id}.webp`,
    thumbnail: `${id}-mini.webp`,
    square: `${id}-pin.jpg`,
  };
}

/** Addresses of one picture, relative to the site's root. */
export function pictureUrls(id: string): { imageUrl: string; thumbnailUrl: string } {
  const { image, thumbnail } = fileKeys(id);
  return { imageUrl: `/files/${image}`, thumbnailUrl: `/files/${thumbnail}` };
}

/** @returns the picture's id, or null when the address is none of ours */
export function pictureId(imageUrl: string): string | null {
  return PICTURE_URL.exec(imageUrl)?.[1] ?? null;
}

/**
 * Decides who may see a stored file at `/files/<key>`: anyone who knows the address of a picture's
 * image or thumbnail, without an account, because guests order too. An address is as good as a
 * password: its id has 144 random bits. It is told only to who uploads the picture, to the buyer
 * of an order with it, and to admins.
 * The original (admins download it) and the pin's square (mails and workshop papers show it) have
 * no address, nor has any other key in the storage.
 */
export function isPublicFile(key: string): boolean {
  return PUBLIC_FILE.test(key);
}
