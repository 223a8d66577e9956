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

/** @returns the picture's id, or null when it is no picture's address of this shop */
export function pictureId(imageUrl: string): string | null {
  return PICTURE_URL.exec(imageUrl)?.[1] ?? null;
}

/**
 * Returns whether a stored file is public at `/files/<key>`: anyone who knows the address of a picture's
 * image or thumbnail, without an account, because guests order too. An address is as good as a
 * password: its id has 144 random bits. Only the uploader, the buyer of an order with the picture, who
 * holds a link that was mailed to that buyer, and admins receive it; a product's picture is in
 * `GET /config`, for all. Every other key is private: originals, receipts and photos of complaints are
 * downloaded by admins through their own routes, squares are inserted into mails and sheets by the server.
 */
export function isPublicFile(key: string): boolean {
  return PUBLIC_FILE.test(key);
}
