import type { Delivery } from '#domain/delivery/delivery.ts';
import { furtherCharges } from '#domain/orders/pricing.ts';
import { kindOf, type Quote, quotedKinds } from '#domain/orders/quote.ts';
import { choosePins, countPins, pinName } from '#domain/pins/choice.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { pinsOf, type Settings } from '#domain/settings/settings.ts';
import type { Context } from '#server/context.ts';
import type { Tx } from '#server/db/types.ts';
import {
  type Images,
  type ImagesCost,
  priceOpened,
} from '#server/features/orders/place/check-and-price.ts';
import { validationError } from '#server/http/errors.ts';

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
 * @throws ShopError `validation_failed` unless they have the quoted pins
 */
export function priceAsQuoted({ lines, cost }: Quote, ordered: Ordered): ImagesCost {
  const { images, deliveryData, settings, offered } = ordered;
  if (images.length === 0 || lines.length === 0) {
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
