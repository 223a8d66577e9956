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
