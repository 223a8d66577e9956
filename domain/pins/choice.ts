import type { Crop } from './crops.ts';
import { type PriceLine, unitPrice } from './pin.ts';

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

export type PricedChoice = Pick<PinChoice, 'quantity'>;

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

/** Returns the pins of an order, all pictures together. */
export function countPins(images: readonly PricedChoice[]): number {
  return images.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns the pictures, each with what one pin of it costs in this order (`unitPrice`, in pesos). */
export function priceImages<Image extends PricedChoice>(
  images: readonly Image[],
  line: PriceLine,
): (Image & { unitPrice: number })[] {
  const each = unitPrice(line, countPins(images));
  return images.map((image) => ({ ...image, unitPrice: each }));
}
