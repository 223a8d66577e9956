import type { Crop } from './crops.ts';
import { type OfferedPins, type Pin, unitPrice } from './pin.ts';

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

/** An order's line: how many pins of a picture, and which pin they are. */
export type PinLine = PricedChoice & { pin: Pin };

/** What one pin of a line costs in its order, in pesos. */
export type PricedLine = { unitPrice: number };

/** Returns the pictures of an order, each with the pin that it becomes. */
export function choosePins<Image extends PricedChoice>(
  images: readonly Image[],
  [pin]: OfferedPins,
): (Image & PinLine)[] {
  return images.map((image) => ({ ...image, pin }));
}

/** Returns the lines with their prices: the steps of a pin count the order's pins of its kind. */
export function priceLines<Line extends PinLine>(lines: readonly Line[]): (Line & PricedLine)[] {
  return lines.map((line) => {
    const { id, price } = line.pin;
    const pins = countPins(lines.filter(({ pin }) => pin.id === id));
    return { ...line, unitPrice: unitPrice(price, pins) };
  });
}
