import type { Crop } from './crops.ts';

/** What one pin of each size costs, in pesos. There is one size. */
export const PIN_PRICES = { standard: 1700 } as const;

/**
 * What a buyer decides of a picture's pins. Draft, body, stored item and answers carry it as one;
 * its parts are named here, in `contract/pins.ts`, and in `server/features/orders/pin-columns.ts`.
 */
export type PinChoice = {
  /** Pins of it, 1 to 99. */
  quantity: number;
  /** Null: the start that the shop found for the picture. */
  crop: Crop | null;
};

/** What a pin's price depends on. */
export type PricedChoice = Pick<PinChoice, 'quantity'>;

/** What a picture starts with. */
export const FIRST_CHOICE: PinChoice = { quantity: 1, crop: null };

/** Returns the choice alone, out of whatever carries it. */
export function pinChoice({ quantity, crop }: PinChoice): PinChoice {
  return { quantity, crop };
}

/** Returns what a price depends on, out of whatever carries it. */
export function pricedChoice({ quantity }: PricedChoice): PricedChoice {
  return { quantity };
}

/** Returns what lists of pictures say of the pins, such as `×3`. */
export function describePins({ quantity }: PricedChoice): string {
  return `×${quantity}`;
}

/** Returns the pictures, each with what one pin of it costs (`unitPrice`, in pesos). */
export function priceImages<Image extends PricedChoice>(
  images: readonly Image[],
): (Image & { unitPrice: number })[] {
  return images.map((image) => ({ ...image, unitPrice: PIN_PRICES.standard }));
}
