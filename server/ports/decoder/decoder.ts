import type { Crop } from '#domain/crops.ts';
import type { ErrorCode } from '#domain/errors.ts';
import type { Subject } from '#domain/start-crop.ts';

/** Longer side of a picture's thumbnail, in pixels, unless the picture is smaller. */
export const THUMBNAIL_SIDE = 320;

/** Where a picture lies, and where its two shown copies go. */
export type CopiesRequest = { path: string; imagePath: string; thumbnailPath: string };

/** Size of the upright picture in pixels, what is to see in it, and its two copies' bytes. */
export type Copies = {
  width: number;
  height: number;
  subject: Subject;
  imageBytes: number;
  thumbnailBytes: number;
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

/** What became of a picture, and the processor time that it took, in milliseconds. */
export type Decoded = { spentMs: number } & ({ copies: Copies } | { refusal: ErrorCode });

/** Reads pictures that strangers send. One of them may kill a decoder, never the shop. */
export type Decoder = {
  /**
   * Makes the two copies of a picture that are shown: upright, in sRGB, without metadata.
   * @param client who waits: clients take turns
   * @throws ShopError `busy` when too many pictures wait
   */
  makeCopies(request: CopiesRequest, client: string): Promise<Decoded>;
  /**
   * Draws what a crop shows of a picture, over the crop's background: white where it has none.
   * @returns a file
   * @throws ShopError naming what is wrong with the picture
   */
  makeSquare(request: SquareRequest): Promise<Uint8Array>;
  /** Ends the decoders; pictures that wait are refused. */
  close(): Promise<void>;
};
