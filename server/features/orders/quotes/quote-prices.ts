import type { OpenOrderBody } from '#contract/orders/opened-orders.ts';
import { dayOf } from '#domain/base/dates.ts';
import type { Delivery } from '#domain/delivery/delivery.ts';
import { NOT_AHEAD } from '#domain/delivery/needed-by.ts';
import type { PriceList } from '#domain/orders/prices.ts';
import { chargeKind, furtherCharges, priceAtTotal, priceOrder } from '#domain/orders/pricing.ts';
import { kindOf, type Quote, quotedKinds } from '#domain/orders/quote.ts';
import { choosePins, countPins, orderedPinOf, pinName } from '#domain/pins/choice.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { pinsOf, type Settings, shippingOf } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import {
  checkProducts,
  checkQuantities,
  type Images,
  type ImagesCost,
  priceOpened,
} from '#server/features/orders/place/check-and-price.ts';
import { validationError } from '#server/http/errors.ts';

type Asked = Pick<OpenOrderBody, 'quote' | 'agreedTotal' | 'deliveryData'>;

/**
 * Returns the quote that a body asks for, at today's prices or the agreed total.
 * @throws ShopError `validation_failed` for a day in the past or a total below zero,
 *   `product_unavailable`
 */
export function makeQuote(
  { quote, agreedTotal, deliveryData: to }: Asked,
  { settings, priceList, now }: { settings: Settings; priceList: PriceList; now: number },
): Quote | undefined {
  if (!quote) return undefined;
  const { validUntil, lines, charges } = quote;
  if (validUntil < dayOf(now)) throw validationError({ 'quote.validUntil': NOT_AHEAD });
  const offered = pinsOf(settings);
  checkProducts(lines ?? [], offered, 'quote.lines');
  const priced = priceOrder({
    lines: choosePins(lines ?? [], offered),
    to,
    shipping: shippingOf(settings),
    charges: (charges ?? []).map((each) => ({ kind: chargeKind(each.amount), ...each })),
  });
  const { lines: pins, ...cost } =
    agreedTotal === null ? priced : priceAtTotal(priced, agreedTotal);
  if (cost.totalAmount < 0) {
    throw validationError({ 'quote.charges': 'El total no puede quedar bajo cero' });
  }
  return {
    validUntil,
    ...{ acceptedAt: null, priceList },
    lines: pins.map((line) => {
      const { quantity, product, finish, unitPrice } = orderedPinOf(line, null);
      return { quantity, product, finish, unitPrice };
    }),
    cost: { ...cost, agreedTotal },
  };
}

type Ordered = { images: Images; deliveryData: Delivery; settings: Settings; offered: OfferedPins };

/** Returns the pins that an accepted quote can have: those of its day, else all on offer. */
export async function pinsOfQuote(
  { settings }: Pick<Context, 'settings'>,
  tx: Tx,
  { lines, priceList }: Quote,
): Promise<OfferedPins> {
  return lines.length > 0
    ? settings.pinsOn(tx, priceList)
    : pinsOf((await settings.read(tx)).settings);
}

/**
 * Returns the quoted price for the pictures; without any, the order costs the quoted total.
 * @throws ShopError `validation_failed` unless they have the quoted pins or usual quantities
 */
export function priceAsQuoted({ lines, cost }: Quote, ordered: Ordered): ImagesCost {
  const { images, deliveryData, settings, offered } = ordered;
  if (images.length === 0 || lines.length === 0) {
    checkQuantities(images);
    const body = { images, deliveryData };
    const charges = furtherCharges(cost);
    return priceOpened({ body, settings, agreedTotal: cost.totalAmount, charges });
  }
  const quoted = quotedKinds(lines);
  const chosen = choosePins(images, offered).map((image) => {
    const { pin } = image;
    const kind = kindOf({ product: pin, finish: pin.finish });
    return { ...image, kind, unitPrice: quoted.get(kind)?.unitPrice ?? 0 };
  });
  const wrong = [...quoted].find(
    ([kind, { quantity }]) => countPins(chosen.filter((each) => each.kind === kind)) !== quantity,
  );
  if (wrong || chosen.some(({ kind }) => !quoted.has(kind))) {
    const pins = [...quoted.values()].map((line) =>
      [line.quantity.toLocaleString('es-CL'), pinName(line)].filter(Boolean).join(' × '),
    );
    const images = `Las imágenes deben sumar los pines cotizados: ${pins.join(', ')}`;
    throw validationError({ images });
  }
  return { ...cost, lines: chosen.map(({ kind: _, ...image }) => image) };
}
