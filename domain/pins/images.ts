/** Largest picture file, in bytes (5 MB). */
export const MAX_IMAGE_BYTES = 5_242_880;
export const MAX_IMAGE_PIXELS = 40_000_000;
export const MAX_IMAGES = 100;
/** Items per order; one picture may be several items, each a different pin. */
export const MAX_ITEMS = 500;
/** Prefix of tokens of links to replace pictures; an order's token never has it. */
export const PICTURE_TOKEN_PREFIX = 'imagen-';
/** Prefix of tokens of links by which the buyer adds pictures to an order that the shop opened. */
export const ADD_TOKEN_PREFIX = 'agregar-';
/** Prefix of tokens of links by which the buyer accepts a quote. */
export const QUOTE_TOKEN_PREFIX = 'cotizacion-';
export const MAX_FILE_NAME_LENGTH = 255;
export const MAX_IMAGE_NOTES_LENGTH = 1000;
export const MIN_QUANTITY = 1;
export const MAX_QUANTITY = 99;
/** The maximum of an item that the shop orders for a buyer, or changes. */
export const MAX_PANEL_QUANTITY = 9_999;

export const IMAGE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];
