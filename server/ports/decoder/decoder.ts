import { type ErrorCode, ShopError } from '#domain/errors.ts';
import type { Crop, Size } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { Subject } from '#domain/pins/start-crop.ts';

/** Longer side of a picture's thumbnail, in pixels, unless the picture is smaller. */
export const THUMBNAIL_SIDE = 320;

/** Side of the square that a mail shows of a pin: twice its size there, for sharp screens. In pixels. */
export const SQUARE_SIDE = 128;

/** Paths of a picture and of the two copies to write. */
export type CopiesRequest = {
  path: string;
  imagePath: string;
  thumbnailPath: string;
  /** Path of the pin's square to write, and its press; undefined for a picture that is no pin. */
  square?: { path: string; press: Press };
};

/** Size of the upright picture in pixels, its subject, and the sizes in bytes of the written files. */
export type Copies = {
  width: number;
  height: number;
  subject: Subject;
  imageBytes: number;
  thumbnailBytes: number;
  /** 0 when none was requested. */
  squareBytes: number;
};

/** The square around a crop's circle, of a picture of the shop's own: an original or a copy. */
export type SquareRequest = {
  /** The picture's bytes or its path: large ones are not read into the shop's memory. */
  picture: Uint8Array | string;
  crop: Crop;
  /** In pixels. */
  side: number;
  format: 'jpeg' | 'png';
  /** An SVG that is as wide as the square and lies over it: the shop's own, never a buyer's. */
  overlay?: string;
  /** Of a JPEG, 1 to 100; from 90 on colours are as sharp as light. */
  quality?: number;
};

/** Returns whether the thumbnail has enough pixels for the square of a crop. */
export function isThumbnailEnough({ width, height }: Size, { diameter }: Crop): boolean {
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  if (longer <= THUMBNAIL_SIDE) return true;
  return diameter * shorter * (THUMBNAIL_SIDE / longer) >= SQUARE_SIDE;
}

/** Returns whether an error is caused by the picture itself, so that a retry is of no use. */
export function isPicturesFault(error: unknown): boolean {
  return error instanceof ShopError && error.code.startsWith('image_');
}

/** The result for a picture, and the processor time that it took, in milliseconds. */
export type Decoded = { spentMs: number } & ({ copies: Copies } | { refusal: ErrorCode });

/** Decodes uploaded pictures. A malicious one may kill a decoder process, never the shop. */
export type Decoder = {
  /**
   * Writes the two copies of a picture that are shown: upright, in sRGB, without metadata; and a
   * JPEG of its pin with the default crop.
   * @param client who waits: the queue is fair among clients
   * @throws ShopError `busy` when too many pictures wait
   */
  makeCopies(request: CopiesRequest, client: string): Promise<Decoded>;
  /** Returns the file of what a crop shows. @throws ShopError that says what is wrong with the picture */
  makeSquare(request: SquareRequest): Promise<Uint8Array>;
  /** Ends the decoders; pictures that wait are refused. */
  close(): Promise<void>;
};
