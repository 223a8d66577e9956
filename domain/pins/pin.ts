import { formatPesos } from '#domain/base/money.ts';

/**
 * The concentric circles of a pin press, in millimetres: the visible front, the paper that is cut
 * (its border folds around the edge), and the area that is safe for faces and text despite small
 * errors by hand. They differ by machine. King Badge specifies 57.15 visible, 66.7 cut and 50.8
 * live for a 2 1/4 inch button; common 58 mm presses cut 63 to 70.
 */
export type Press = { readonly faceMm: number; readonly cutMm: number; readonly safeMm: number };

/** A common 58 mm press. */
export const DEFAULT_PRESS: Press = { faceMm: 58, cutMm: 70, safeMm: 51 };

/** Range of a circle's diameter. */
export const PRESS_MM = { min: 1, max: 300 } as const;

/** Prices of a pin, in whole pesos. */
export type PriceLine = {
  /** Unit price below the first price tier. */
  readonly pin: number;
  /** Price tiers: from `from` pins in one order on, each costs `price`; ascending by `from`. */
  readonly steps: { readonly from: number; readonly price: number }[];
};

/** A back of a pin, such as a magnet; `extra` pesos are added to each pin. */
export type Finish = { readonly id: string; readonly name: string; readonly extra: number };

/** A pin's identity; an order keeps the name of its day. */
export type NamedPin = {
  /** Orders refer to it: it never changes. */
  readonly id: string;
  readonly name: string;
};

/** A product on offer: its press, on which crop and sharpness depend, and its price. */
export type Pin = NamedPin & {
  readonly press: Press;
  readonly price: PriceLine;
  /** The first is the default; empty if there is no choice. */
  readonly finishes: readonly Finish[];
};

/** The first is the default. */
export type OfferedPins = readonly [Pin, ...Pin[]];

/** An ordered pin keeps the press of its day; its price is in the order. */
export type PressedPin = Pick<Pin, 'press'>;

/** Returns the unit price in an order of so many pins, in pesos. */
export function unitPrice({ pin, steps }: PriceLine, pins: number): number {
  return steps.findLast(({ from }) => pins >= from)?.price ?? pin;
}

/** Returns such as `$1.700`, or `$1.700 (desde 50 pines, $1.500)`. */
export function describePrice({ pin, steps }: PriceLine): string {
  const further = steps.map(({ from, price }) => `desde ${from} pines, ${formatPesos(price)}`);
  return formatPesos(pin) + (further.length > 0 ? ` (${further.join('; ')})` : '');
}

/** Returns a length in millimetres such as `25,5 mm`. */
export function formatMm(length: number): string {
  return `${length.toLocaleString('es-CL')} mm`;
}

/** Returns such as `58 mm, con alfiler atrás`; without the back if buyers can choose it. */
export function describeMake({ press, finishes }: Pin): string {
  const back = finishes.length === 0 ? ', con alfiler atrás' : '';
  return formatMm(press.faceMm) + back;
}

/** Returns the back of a pin, as a sentence for the home page. */
export function describeBack({ finishes }: Pick<Pin, 'finishes'>): string {
  const names = finishes.map(({ name }) => name);
  if (names.length === 0) return 'Un alfiler de gancho, para la ropa, la mochila o el bolso.';
  return `A elección: ${names.join(', ')}.`;
}

/** Returns the lowest price, such as `$1.700`, or `desde $1.200` if there are several pins. */
export function describeStart(offered: OfferedPins): string {
  const lowest = Math.min(...offered.map(({ price }) => price.pin));
  return `${offered.length > 1 ? 'desde ' : ''}${formatPesos(lowest)}`;
}

/** Sizes that are listed; of more only the smallest and the largest are named. */
const MOST_LISTED = 4;

/** Returns the make of the only pin, or the sizes of several, such as `32, 44 o 58 mm`. */
export function describeMakes(offered: OfferedPins): string {
  const [pin, ...others] = offered;
  if (others.length === 0) return describeMake(pin);
  const sizes = [...new Set(offered.map(({ press }) => press.faceMm))].toSorted((a, b) => a - b);
  const largest = formatMm(sizes.at(-1) ?? pin.press.faceMm);
  const smaller = sizes.slice(0, -1).map((size) => size.toLocaleString('es-CL'));
  if (smaller.length === 0) return largest;
  return sizes.length > MOST_LISTED
    ? `${smaller[0]} a ${largest}`
    : `${smaller.join(', ')} o ${largest}`;
}
