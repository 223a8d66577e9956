/** How many photos the home page shows, and their widths in pixels; each is 4:3. */
export const MAX_PHOTOS = 5;
export const PHOTO_WIDTHS = [480, 640, 960] as const;
export type PhotoWidth = (typeof PHOTO_WIDTHS)[number];

/** Returns the URL of a photo's copy; `imageUrl` is that of its upload. */
export function photoUrl(imageUrl: string, width: PhotoWidth, format: 'avif' | 'webp'): string {
  return `/photos/${imageUrl.slice(7, -5)}-${width}.${format}`;
}
