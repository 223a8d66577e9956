import type { PinChoice } from '#domain/pins.ts';

/** A picture as the shop stores it; its address is relative to the site's root. */
export type UploadedPicture = { imageUrl: string; width: number; height: number };

/** A chosen picture in an order that is being made. */
export type Picture = PinChoice & {
  /** Its name in this browser. */
  id: string;
  /** The file's name. */
  name: string;
  /** The file's size, in bytes. */
  size: number;
  /** Its place in the list. */
  order: number;
  notes: string;
  /** Its size in pixels, upright, once it could be read. */
  look: { width: number; height: number } | null;
  upload: UploadedPicture | null;
  /** Why the shop does not take it. */
  refusal: string | null;
};
