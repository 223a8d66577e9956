import type { ErrorCode } from '#domain/errors.ts';

/** Where a picture lies, and where its two shown copies go. */
export type CopiesRequest = { path: string; imagePath: string; thumbnailPath: string };

/** Size of the upright picture in pixels, and of its two copies in bytes. */
export type Copies = {
  width: number;
  height: number;
  imageBytes: number;
  thumbnailBytes: number;
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
   * Makes a small square JPEG from the middle of a picture of the shop's own.
   * @param side in pixels
   * @throws ShopError naming what is wrong with the picture
   */
  makeSquare(picture: Uint8Array, side: number): Promise<Uint8Array>;
  /** Ends the decoders; pictures that wait are refused. */
  close(): Promise<void>;
};
