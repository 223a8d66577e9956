const PUBLIC_FILE = /^[\w-]{24}(-mini)?\.webp$/;
const PICTURE_URL = /^\/files\/([\w-]{24})\.webp$/;
const LOGO_URL = /^\/files\/([\w-]{24})\.(?:webp|svg)$/;
/** Of a logo that was cleaned: its original is public as `<id>.svg`. */
export const SVG_TYPE = 'image/svg+xml';

type FileKeys = Record<'original' | 'image' | 'thumbnail' | 'square', string>;

export function fileKeys(id: string): FileKeys {
  return {
    original: `${id}.original`,
    image: `${id}.webp`,
    thumbnail: `${id}-mini.webp`,
    square: `${id}-pin.jpg`,
  };
}

/** URLs of a picture, relative to the site's root. */
export function pictureUrls(id: string): { imageUrl: string; thumbnailUrl: string } {
  const { image, thumbnail } = fileKeys(id);
  return { imageUrl: `/files/${image}`, thumbnailUrl: `/files/${thumbnail}` };
}

/** Returns the picture's id; null when the URL is not of a picture of this shop. */
export function pictureId(imageUrl: string): string | null {
  return PICTURE_URL.exec(imageUrl)?.[1] ?? null;
}

/** The same for a logo, which may be an SVG. */
export function logoId(url: string): string | null {
  return LOGO_URL.exec(url)?.[1] ?? null;
}

/**
 * Returns whether a stored file is public at `/files/<key>`. Images and thumbnails are: anyone who
 * knows the URL can read them without an account, because guests order too. The URL is as secret as
 * a password: its id has 144 random bits. Only the uploader, the buyer of an order with the
 * picture, holders of a link that was mailed to that buyer, and admins receive it; products'
 * pictures are in `GET /config`, for everyone. Every other key is private: admins download
 * originals, receipts and photos of complaints through routes of their own; the server inserts
 * squares into mails and slips.
 */
export function isPublicFile(key: string): boolean {
  return PUBLIC_FILE.test(key);
}
