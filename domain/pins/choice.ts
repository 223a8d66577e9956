import { formatPesos } from '../money.ts';
import type { Crop } from './crops.ts';
import {
  type Finish,
  type NamedPin,
  type OfferedPins,
  type Pin,
  type Press,
  unitPrice,
} from './pin.ts';
import type { PinText } from './text.ts';

/** Which pin a picture becomes. Ids that are left out, or null, are the first on offer. */
export type PinKind = {
  product?: string | null | undefined;
  finish?: string | null | undefined;
};

/** The same, decided. */
export type ChosenKind = { product: string; finish: string | null };

/** What a price depends on. */
export type PricedChoice = PinKind & {
  /** Pins of a picture, 1 to 99. */
  quantity: number;
};

/**
 * What a buyer decides of a picture's pins. Draft and body carry it as one; its parts are named
 * here, in `contract/pins.ts`, and in `server/features/orders/pin-columns.ts`.
 */
export type PinChoice = PricedChoice & {
  /** Null: the start that the shop found for the picture. */
  crop: Crop | null;
  /** Over the picture, such as a name; null or left out: none. */
  text?: PinText | null | undefined;
};

export const FIRST_CHOICE = {
  quantity: 1,
  crop: null,
  product: null,
  finish: null,
  text: null,
} satisfies PinChoice;

/** A picture's pins as they were ordered: all of it is of that day. */
export type OrderedPin = {
  quantity: number;
  crop: Crop | null;
  press: Press;
  product: NamedPin;
  /** Null where the product had none to choose. */
  finish: Pick<Finish, 'id' | 'name'> | null;
  /** What one of them cost, in pesos. */
  unitPrice: number;
  /** Left out where there is none. */
  text?: PinText | undefined;
};

/** Returns the choice alone, out of whatever carries it. */
export function pinChoice({ crop, text, ...priced }: PinChoice): PinChoice {
  return { ...pricedChoice(priced), crop, ...(text ? { text } : {}) };
}

/** Returns what a price depends on, out of whatever carries it. */
export function pricedChoice({ quantity, product, finish }: PricedChoice): PricedChoice {
  return { quantity, ...(product ? { product } : {}), ...(finish ? { finish } : {}) };
}

/** Returns the pins alone, out of whatever carries them. */
export function orderedPin(item: OrderedPin): OrderedPin {
  const { quantity, crop, press, product, finish, unitPrice, text } = item;
  return { quantity, crop, press, product, finish, unitPrice, ...(text ? { text } : {}) };
}

/** Returns the choice that orders the same pins once more. */
export function repeatChoice({ quantity, crop, text, ...item }: OrderedPin): PinChoice {
  return { quantity, crop, product: item.product.id, finish: item.finish?.id, text };
}

/** The name of the one pin of a shop that offers no other: buyers do not need it. */
export const PLAIN_NAME = 'Pin';

/** Returns such as `32 mm con imán`; null for the one pin of a shop that offers no other. */
export function pinName({
  product,
  finish,
}: Pick<OrderedPin, 'product' | 'finish'>): string | null {
  if (!finish) return product.name === PLAIN_NAME ? null : product.name;
  return `${product.name} con ${finish.name.charAt(0).toLowerCase()}${finish.name.slice(1)}`;
}

/** Returns a text as lists of pins name it, such as `«Camila»`; null for none. */
export function quoteText({ text }: Pick<OrderedPin, 'text'>): string | null {
  return text ? `«${text.value}»` : null;
}

/** Returns what lists of pictures say of the pins, such as `×3` or `×3 «Camila» · 32 mm con imán`. */
export function describePins(
  pins: Pick<OrderedPin, 'quantity' | 'product' | 'finish' | 'text'>,
): string {
  const count = [`×${pins.quantity}`, quoteText(pins)].filter(Boolean).join(' ');
  return [count, pinName(pins)].filter(Boolean).join(' · ');
}

/** Returns such as `12 × 32 mm con imán, $1.500`. */
export function describeGroup({ quantity, name, unitPrice }: PinGroup): string {
  return `${quantity} × ${name ?? PLAIN_NAME}, ${formatPesos(unitPrice)}`;
}

/**
 * Returns which pins an order has, such as `12 × 32 mm con imán, 3 × 58 mm`; null where all are the
 * one pin of a shop that offers no other.
 */
export function describeKinds(
  items: readonly Pick<OrderedPin, 'quantity' | 'product' | 'finish'>[],
): string | null {
  const kinds = groupPins(items.map((item) => ({ ...item, unitPrice: 0 })));
  if (kinds.every(({ name }) => name === null)) return null;
  return kinds.map(({ quantity, name }) => `${quantity} × ${name ?? PLAIN_NAME}`).join(', ');
}

/** Pins of an order that are alike in name and price; `name` as `pinName` returns it. */
export type PinGroup = { quantity: number; name: string | null; unitPrice: number };

/** Returns what an order's pins come to, those alike as one, in the order of its pictures. */
export function groupPins(items: readonly Omit<OrderedPin, 'crop' | 'press'>[]): PinGroup[] {
  const groups: PinGroup[] = [];
  for (const { quantity, unitPrice, ...item } of items) {
    const name = pinName(item);
    const same = groups.find((group) => group.name === name && group.unitPrice === unitPrice);
    if (same) same.quantity += quantity;
    else groups.push({ quantity, name, unitPrice });
  }
  return groups;
}

/** Returns the pins of an order, all pictures together. */
export function countPins(images: readonly PricedChoice[]): number {
  return images.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Whether a choice says which pin it means. One that does not comes from who knows of one alone. */
export function namesPin({ product, finish, text }: Partial<PinChoice>): boolean {
  return Boolean(product || finish || text);
}

/**
 * Returns how many pictures an order has. One picture may come as several pins, each of which names
 * its product, finish or text; where none is named, each item is a picture of its own.
 */
export function countPictures(
  images: readonly (Partial<PinChoice> & { imageUrl: string })[],
): number {
  const named = images.filter(namesPin);
  const urls = new Set(named.map(({ imageUrl }) => imageUrl));
  return images.length - named.length + urls.size;
}

/** A pin with the back that it gets. */
export type ChosenPin = Pin & { finish: Finish | null };

/** An order's line: how many pins of a picture, and which pin they are. */
export type PinLine = { quantity: number; pin: ChosenPin };

/** What one pin of a line costs in its order, in pesos. */
export type PricedLine = { unitPrice: number };

/** Returns the pictures of an order, each with the pin that it becomes: the first for an unknown one. */
export function choosePins<Image extends PricedChoice>(
  images: readonly Image[],
  offered: OfferedPins,
): (Image & PinLine)[] {
  return images.map((image) => ({ ...image, pin: choosePin(image, offered) }));
}

/** Returns the pin that a choice becomes: the first on offer for an unknown one. */
export function choosePin({ product, finish }: PinKind, offered: OfferedPins): ChosenPin {
  const pin = offered.find(({ id }) => id === product) ?? offered[0];
  const { finishes } = pin;
  return { ...pin, finish: finishes.find(({ id }) => id === finish) ?? finishes[0] ?? null };
}

/** Returns what a choice asks for that is not on offer; null when all of it is. */
export function findUnoffered(
  { product, finish }: PinKind,
  offered: OfferedPins,
): 'product' | 'finish' | null {
  const pin = product ? offered.find(({ id }) => id === product) : offered[0];
  if (!pin) return 'product';
  return !finish || pin.finishes.some(({ id }) => id === finish) ? null : 'finish';
}

/** Returns the lines with their prices: the steps of a pin count the order's pins of its kind. */
export function priceLines<Line extends PinLine>(lines: readonly Line[]): (Line & PricedLine)[] {
  return lines.map((line) => {
    const { id, price, finish } = line.pin;
    const pins = countPins(lines.filter(({ pin }) => pin.id === id));
    return { ...line, unitPrice: unitPrice(price, pins) + (finish?.extra ?? 0) };
  });
}

/** Returns every pin that a buyer can choose: each product with each of its backs. */
export function listKinds(offered: OfferedPins): ChosenPin[] {
  return offered.flatMap((pin) => {
    const backs = pin.finishes.length === 0 ? [null] : pin.finishes;
    return backs.map((finish) => ({ ...pin, finish }));
  });
}

/** Returns the pictures whose pins are on offer, each with its pin: the others wait for another. */
export function offeredLines<Image extends PricedChoice>(
  images: readonly Image[],
  offered: OfferedPins,
): (Image & PinLine)[] {
  const buyable = images.filter((image) => findUnoffered(image, offered) === null);
  return choosePins(buyable, offered);
}

/** Returns what lines come to, those alike as one. */
export function groupLines(lines: readonly (PinLine & PricedLine)[]): PinGroup[] {
  return groupPins(
    lines.map(({ quantity, unitPrice, pin }) => ({
      ...{ quantity, unitPrice },
      ...{ product: pin, finish: pin.finish },
    })),
  );
}

/** Returns what a chosen pin is called, such as `32 mm con imán`. */
export function kindName(pin: ChosenPin): string {
  return pinName({ product: pin, finish: pin.finish }) ?? PLAIN_NAME;
}

/** Returns the choice of a pin, as a draft keeps it. */
export function kindChoice({ id, finish }: ChosenPin): ChosenKind {
  return { product: id, finish: finish?.id ?? null };
}

/**
 * Returns one more pin for a picture that comes as some already: of another product if there is one,
 * with the last one's back if it has that; null when it comes as every one.
 */
export function anotherKind(offered: OfferedPins, used: readonly PinKind[]): ChosenPin | null {
  const chosen = used.map((kind) => choosePin(kind, offered));
  const back = chosen.at(-1)?.finish?.id;
  const free = listKinds(offered).filter(
    ({ id, finish }) => !chosen.some((pin) => pin.id === id && pin.finish?.id === finish?.id),
  );
  const others = free.filter(({ id }) => !chosen.some((pin) => pin.id === id));
  return others.find(({ finish }) => finish?.id === back) ?? others[0] ?? free[0] ?? null;
}
