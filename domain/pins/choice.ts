import { formatPesos } from '#domain/base/money.ts';
import type { Crop } from './crops.ts';
import { MAX_QUANTITY } from './images.ts';
import {
  type Finish,
  type NamedPin,
  type OfferedPins,
  type Pin,
  type Press,
  unitPrice,
} from './pin.ts';
import type { PinText } from './text.ts';

/** The pin that a picture becomes. Omitted or null ids mean the first on offer. */
export type ProductChoice = {
  product?: string | null | undefined;
  finish?: string | null | undefined;
};

/** The same with every id decided. */
export type ChosenProduct = { product: string; finish: string | null };

/** The facts on which a price depends. */
export type PricedChoice = ProductChoice & {
  /** Pins of the picture, 1 to 99. */
  quantity: number;
};

/**
 * A buyer's choices for a picture's pins. Its fields are listed here, in `contract/pins/pins.ts` and in
 * `server/features/uploads/pin-columns.ts`; all other code passes it as a whole.
 */
export type PinChoice = PricedChoice & {
  /** Null: the start crop that the shop found for the picture. */
  crop: Crop | null;
  /** A text over the picture, such as a name; null or omitted: none. */
  text?: PinText | null | undefined;
};

export const FIRST_CHOICE = {
  quantity: 1,
  crop: null,
  product: null,
  finish: null,
  text: null,
} satisfies PinChoice;

/** A picture's pins as ordered; they keep the press, names and price of that day. */
export type OrderedPin = {
  quantity: number;
  crop: Crop | null;
  press: Press;
  product: NamedPin;
  /** Null if the product had no finishes. */
  finish: Pick<Finish, 'id' | 'name'> | null;
  /** Unit price, in pesos. */
  unitPrice: number;
  /** Omitted if there is none. */
  text?: PinText | undefined;
};

/** Returns only the choice of an object that contains it. */
export function pinChoice({ crop, text, ...priced }: PinChoice): PinChoice {
  return { ...pricedChoice(priced), crop, ...(text ? { text } : {}) };
}

/** Returns only the priced fields of an object that contains them. */
export function pricedChoice({ quantity, product, finish }: PricedChoice): PricedChoice {
  return { quantity, ...(product ? { product } : {}), ...(finish ? { finish } : {}) };
}

/** Returns only the pin's fields of an object that contains them. */
export function orderedPin(item: OrderedPin): OrderedPin {
  const { quantity, crop, press, product, finish, unitPrice, text } = item;
  return { quantity, crop, press, product, finish, unitPrice, ...(text ? { text } : {}) };
}

/** Returns the choice that orders the same pins again, at most as many as buyers order. */
export function repeatChoice({ quantity, crop, text, ...item }: OrderedPin): PinChoice {
  return {
    quantity: Math.min(quantity, MAX_QUANTITY),
    crop,
    product: item.product.id,
    finish: item.finish?.id,
    text,
  };
}

/** The name of the only pin of a shop; it is not shown to buyers. */
export const PLAIN_NAME = 'Pin';

/** Returns such as `32 mm con imán`; null for the only pin of a shop. */
export function pinName({
  product,
  finish,
}: Pick<OrderedPin, 'product' | 'finish'>): string | null {
  if (!finish) return product.name === PLAIN_NAME ? null : product.name;
  return `${product.name} con ${finish.name.charAt(0).toLowerCase()}${finish.name.slice(1)}`;
}

/** Returns a text as lists of pins show it, such as `«Camila»`; null for none. */
export function quoteText({ text }: Pick<OrderedPin, 'text'>): string | null {
  return text ? `«${text.value}»` : null;
}

/** Returns the pins of a picture for lists, such as `×3` or `×3 «Camila» · 32 mm con imán`. */
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
 * Returns the kinds of pins in an order, such as `12 × 32 mm con imán, 3 × 58 mm`; null if all are
 * the only pin of a shop.
 */
export function describeKinds(
  items: readonly Pick<OrderedPin, 'quantity' | 'product' | 'finish'>[],
): string | null {
  const kinds = groupPins(items.map((item) => ({ ...item, unitPrice: 0 })));
  if (kinds.every(({ name }) => name === null)) return null;
  return kinds.map(({ quantity, name }) => `${quantity} × ${name ?? PLAIN_NAME}`).join(', ');
}

/** Pins of an order with the same name and price; `name` as `pinName` returns it. */
export type PinGroup = { quantity: number; name: string | null; unitPrice: number };

/** Returns an order's pins grouped by name and price, in the order of its pictures. */
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

/** Returns the number of pins of an order. */
export function countPins(images: readonly { quantity: number }[]): number {
  return images.reduce((sum, { quantity }) => sum + quantity, 0);
}

/** Returns true if a choice names a product, finish or text; clients for one pin name none. */
export function namesPin({ product, finish, text }: Partial<PinChoice>): boolean {
  return Boolean(product || finish || text);
}

/**
 * Returns how many pictures an order has. Items that name their product, finish or text may share a
 * picture; where none does, each item is a separate picture.
 */
export function countPictures(
  images: readonly (Partial<PinChoice> & { imageUrl: string })[],
): number {
  const named = images.filter(namesPin);
  const urls = new Set(named.map(({ imageUrl }) => imageUrl));
  return images.length - named.length + urls.size;
}

/** A pin with its chosen finish. */
export type ChosenPin = Pin & { finish: Finish | null };

/** An order line: the quantity of a picture, and its pin. */
export type PinLine = { quantity: number; pin: ChosenPin };

/** The unit price of a line's pins in its order, in pesos. */
export type PricedLine = { unitPrice: number };

/** Returns the pictures of an order with their pins; an unknown product is the first on offer. */
export function choosePins<Image extends PricedChoice>(
  images: readonly Image[],
  offered: OfferedPins,
): (Image & PinLine)[] {
  return images.map((image) => ({ ...image, pin: choosePin(image, offered) }));
}

/** Returns the chosen pin; an unknown product is the first on offer. */
export function choosePin({ product, finish }: ProductChoice, offered: OfferedPins): ChosenPin {
  const pin = offered.find(({ id }) => id === product) ?? offered[0];
  const { finishes } = pin;
  return { ...pin, finish: finishes.find(({ id }) => id === finish) ?? finishes[0] ?? null };
}

/** Returns what a choice asks for that is not on offer; null when all of it is. */
export function findUnoffered(
  { product, finish }: ProductChoice,
  offered: OfferedPins,
): 'product' | 'finish' | null {
  const pin = product ? offered.find(({ id }) => id === product) : offered[0];
  if (!pin) return 'product';
  return !finish || pin.finishes.some(({ id }) => id === finish) ? null : 'finish';
}

/** What a buyer is told about a choice that is not on offer. */
export const UNOFFERED = {
  product: 'Este pin ya no se ofrece',
  finish: 'Este pin ya no se ofrece así',
};

/** Returns the lines with unit prices: a price tier counts the order's pins of the same product. */
export function priceLines<Line extends PinLine>(lines: readonly Line[]): (Line & PricedLine)[] {
  return lines.map((line) => {
    const { id, price, finish } = line.pin;
    const pins = countPins(lines.filter(({ pin }) => pin.id === id));
    return { ...line, unitPrice: unitPrice(price, pins) + (finish?.extra ?? 0) };
  });
}

/** Returns every pin that a buyer can choose: each product with each of its finishes. */
export function listKinds(offered: OfferedPins): ChosenPin[] {
  return offered.flatMap((pin) => {
    const backs = pin.finishes.length === 0 ? [null] : pin.finishes;
    return backs.map((finish) => ({ ...pin, finish }));
  });
}

/** Returns the pictures whose chosen pins are on offer, each with its pin. */
export function offeredLines<Image extends PricedChoice>(
  images: readonly Image[],
  offered: OfferedPins,
): (Image & PinLine)[] {
  const buyable = images.filter((image) => findUnoffered(image, offered) === null);
  return choosePins(buyable, offered);
}

/** Returns lines grouped by pin and unit price. */
export function groupLines(lines: readonly (PinLine & PricedLine)[]): PinGroup[] {
  return groupPins(
    lines.map(({ quantity, unitPrice, pin }) => ({
      ...{ quantity, unitPrice },
      ...{ product: pin, finish: pin.finish },
    })),
  );
}

/** Returns the chosen pins on offer by kind and price; none if the shop has one kind of pins only. */
export function groupChoices(images: readonly PricedChoice[], offered: OfferedPins): PinGroup[] {
  if (listKinds(offered).length === 1) return [];
  return groupLines(priceLines(offeredLines(images, offered)));
}

/** Returns the name of a chosen pin, such as `32 mm con imán`. */
export function kindName(pin: ChosenPin): string {
  return pinName({ product: pin, finish: pin.finish }) ?? PLAIN_NAME;
}

/** Returns the choice of a pin, as a draft stores it. */
export function kindChoice({ id, finish }: ChosenPin): ChosenProduct {
  return { product: id, finish: finish?.id ?? null };
}

/**
 * Returns another pin for a picture that has some already: of an unused product if there is one,
 * with the finish of the last pin if possible; null when the picture has every pin on offer.
 */
export function anotherKind(
  offered: OfferedPins,
  used: readonly ProductChoice[],
): ChosenPin | null {
  const chosen = used.map((kind) => choosePin(kind, offered));
  const back = chosen.at(-1)?.finish?.id;
  const free = listKinds(offered).filter(
    ({ id, finish }) => !chosen.some((pin) => pin.id === id && pin.finish?.id === finish?.id),
  );
  const others = free.filter(({ id }) => !chosen.some((pin) => pin.id === id));
  return others.find(({ finish }) => finish?.id === back) ?? others[0] ?? free[0] ?? null;
}

/** Returns a priced line as its order stores it. @param crop of its picture */
export function orderedPinOf(
  { quantity, pin, unitPrice, text }: PinLine & PricedLine & Pick<PinChoice, 'text'>,
  crop: Crop | null,
): OrderedPin {
  const { id, name, press, finish } = pin;
  return {
    quantity,
    crop,
    press,
    product: { id, name },
    finish: finish && { id: finish.id, name: finish.name },
    unitPrice,
    ...(text ? { text } : {}),
  };
}
