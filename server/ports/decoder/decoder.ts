import { type ErrorCode, ShopError } from '#domain/errors.ts';
import type { Crop, Size } from '#domain/pins/crops.ts';
import type { Press } from '#domain/pins/pin.ts';
import type { Subject } from '#domain/pins/start-crop.ts';

/** Longer side of a picture's thumbnail, in pixels, unless the picture is smaller. */
export const THUMBNAIL_SIDE = 320;

/** Side of the square that a mail shows of a pin: twice its size there, for sharp screens. In pixels. */
export const SQUARE_SIDE = 128;

/** Where a picture lies, and where its two shown copies go. */
export type CopiesRequest = {
  path: string;
  imagePath: string;
  thumbnailPath: string;
  /** Where the square of a pin of it goes, and its press; left out where it becomes no pin. */
  square?: { path: string; press: Press };
};

/** Size of the upright picture in pixels, what is to see in it, and the bytes of what was made. */
export type Copies = {
  width: number;
  height: number;
  subject: Subject;
  imageBytes: number;
  thumbnailBytes: number;
  /** 0 where none was asked for. */
  squareBytes: number;
};

/** The square around a crop's circle, of a picture of the shop's own: an original or a copy. */
export type SquareRequest = {
  /** The picture itself, or where it lies: large ones do not pass through the shop's memory. */
  picture: Uint8Array | string;
  crop: Crop;
  /** In pixels. */
  side: number;
  format: 'jpeg' | 'png';
  /** Of a JPEG, 1 to 100; from 90 on colours are as sharp as light. */
  quality?: number;
};

/** Tells whether a square shows no more of a crop when a larger copy than the thumbnail is cut. */
export function isThumbnailEnough({ width, height }: Size, { diameter }: Crop): boolean {
  const longer = Math.max(width, height);
  const shorter = Math.min(width, height);
  if (longer <= THUMBNAIL_SIDE) return true;
  return diameter * shorter * (THUMBNAIL_SIDE / longer) >= SQUARE_SIDE;
}

/** Tells whether a picture could not be drawn for its own fault: trying again is of no use. */
export function isPicturesFault(error: unknown): boolean {
  return error instanceof ShopError && error.code.startsWith('image_');
}

/** What became of a picture, and the processor time that it took, in milliseconds. */
export type Decoded = { spentMs: number } & ({ copies: Copies } | { refusal: ErrorCode });

/** Reads pictures that strangers send. One of them may kill a decoder, never the shop. */
export type Decoder = {
  /**
   * Makes the two copies of a picture that are shown: upright, in sRGB, without metadata; and a
   * JPEG of what is seen of a pin of it before anybody has moved its crop.
   * @param client who waits: clients take turns
   * @throws ShopError `busy` when too many pictures wait
   */
  makeCopies(request: CopiesRequest, client: string): Promise<Decoded>;
  /** Draws what a crop shows, as a file. @throws ShopError naming what is wrong with the picture */
  makeSquare(request: SquareRequest): Promise<Uint8Array>;
  /** Ends the decoders; pictures that wait are refused. */
  close(): Promise<void>;
};
