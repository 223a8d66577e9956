import { formatPesos } from '../money.ts';

/**
 * The circles of a pin press, in millimetres about one centre: what is seen from the front, what is
 * cut out of the paper (the rest folds around the edge), and where faces and letters are safe from
 * a hand's small errors. They differ by machine. King Badge names 57.15 seen, 66.7 cut and 50.8
 * live for a 2 1/4 inch button; common 58 mm presses cut 63 to 70.
 */
export type Press = {
  readonly faceMm: number;
  readonly cutMm: number;
  readonly safeMm: number;
};

/** A common 58 mm press. */
export const DEFAULT_PRESS: Press = { faceMm: 58, cutMm: 70, safeMm: 51 };

/** Diameters that a circle may have. */
export const PRESS_MM = { min: 1, max: 300 } as const;

/** What pins cost, in whole pesos. */
export type PriceLine = {
  /** One pin of an order below the first step. */
  readonly pin: number;
  /** From so many pins in one order on, each costs `price`; ascending by `from`. */
  readonly steps: { readonly from: number; readonly price: number }[];
};

/** A back that a pin may have, such as a magnet; `extra` pesos are added to each pin. */
export type Finish = { readonly id: string; readonly name: string; readonly extra: number };

/** What people know a pin by; an order keeps it as it was on its day. */
export type NamedPin = {
  /** Names it in orders for good. */
  readonly id: string;
  readonly name: string;
};

/** What the shop makes of a picture: its size, on which crop and sharpness depend, and its price. */
export type Pin = NamedPin & {
  readonly press: Press;
  readonly price: PriceLine;
  /** The first is what a buyer gets who chooses none; empty where there is nothing to choose. */
  readonly finishes: readonly Finish[];
};

/** The first is what a picture becomes whose buyer has chosen none. */
export type OfferedPins = readonly [Pin, ...Pin[]];

/** A pin that was ordered keeps the press of that day; what it cost stands in the order. */
export type PressedPin = Pick<Pin, 'press'>;

/** Returns what each pin of an order of so many costs, in pesos. */
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

/** Returns what a pin is, such as `58 mm, con alfiler atrás`; the back is open where there is a choice. */
export function describeMake({ press, finishes }: Pin): string {
  const back = finishes.length === 0 ? ', con alfiler atrás' : '';
  return formatMm(press.faceMm) + back;
}

/** Returns what its back is, as a sentence on the home page. */
export function describeBack({ finishes }: Pick<Pin, 'finishes'>): string {
  const names = finishes.map(({ name }) => name);
  if (names.length === 0) return 'Un alfiler de gancho, para la ropa, la mochila o el bolso.';
  return `A elección: ${names.join(', ')}.`;
}

/** Returns what a pin costs at a shop such as `$1.700`; of several such as `desde $1.200`. */
export function describeStart(offered: OfferedPins): string {
  const least = Math.min(...offered.map(({ price }) => price.pin));
  return `${offered.length > 1 ? 'desde ' : ''}${formatPesos(least)}`;
}

/** Returns what the pins of a shop are: that of the one, of several their sizes such as `32 a 75 mm`. */
export function describeMakes(offered: OfferedPins): string {
  const [pin, ...others] = offered;
  if (others.length === 0) return describeMake(pin);
  const sizes = offered.map(({ press }) => press.faceMm);
  const [smallest, largest] = [Math.min(...sizes), Math.max(...sizes)];
  if (smallest === largest) return formatMm(smallest);
  return `${smallest.toLocaleString('es-CL')} a ${formatMm(largest)}`;
}
