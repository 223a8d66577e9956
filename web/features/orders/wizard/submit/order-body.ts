import { cleanText } from '#contract/base/fields.ts';
import { toBody } from '#contract/delivery/delivery.ts';
import type { PublicConfig } from '#contract/home/config.ts';
import { billedPrice } from '#contract/orders/bill.ts';
import type { OrderTerms } from '#contract/orders/order-terms.ts';
import type { SentOrderBody } from '#contract/orders/orders.ts';
import { type Pricing, toPricing } from '#contract/orders/pricing.ts';
import type { SavedAddress } from '#contract/people/saved-address.ts';
import type { Billed } from '#domain/orders/bill.ts';
import type { Destination } from '#domain/orders/prices.ts';
import { priceOrder } from '#domain/orders/pricing.ts';
import {
  choosePins,
  findUnoffered,
  groupChoices,
  offeredLines,
  type PinGroup,
  pinChoice,
  pricedChoice,
} from '#domain/pins/choice.ts';
import { MAX_FILE_NAME_LENGTH } from '#domain/pins/images.ts';
import { offeredPins, type PinSettings } from '#domain/pins/products.ts';
import { cropOf, type Picture } from '#web/features/uploads/picture.ts';
import { type Draft, orderedPins, usablePictures } from '../draft/draft.ts';

type Choice = Pick<Draft, 'pictures' | 'form' | 'discount' | 'agreed'>;
/** The settings on which a price depends. */
type Shop = Pick<PublicConfig, 'prices' | 'ways'> & PinSettings;

/** Returns everything on which a price depends. */
function priceInputs(draft: Choice, shop: Shop, { region, city, way, payShipping }: Destination) {
  return {
    choices: orderedPins(draft).map(pricedChoice),
    offered: offeredPins(shop),
    order: {
      to: { region, city, way, payShipping },
      discount: draft.discount,
      shipping: { ...shop.prices, ways: shop.ways },
    },
  };
}

/** Returns a key of everything on which a price depends. */
export function pricingBasis(draft: Choice, shop: Shop): string {
  return JSON.stringify(priceInputs(draft, shop, draft.form));
}

/**
 * Returns the cost of the order; the shop's own figures if it has returned them for this choice.
 * @param to the destination; empty while unknown, then with the standard shipping price
 */
export function priceDraft(draft: Choice, shop: Shop, to: Destination = draft.form): Pricing {
  const { agreed } = draft;
  if (agreed?.basis === pricingBasis(draft, shop)) return agreed.pricing;
  const { choices, offered, order } = priceInputs(draft, shop, to);
  return toPricing(priceOrder({ ...order, lines: offeredLines(choices, offered) }));
}

/** Returns what the bill of the order is made from. @param to as of `priceDraft` */
export function draftBill(draft: Choice, shop: Shop, to: Destination = draft.form): Billed {
  return billedPrice(priceDraft(draft, shop, to), to, draftGroups(draft, shop));
}

/** Returns the chosen place, else that of the buyer's last order; empty if there is neither. */
export function likelyPlace(
  { form }: Pick<Draft, 'form'>,
  saved: SavedAddress | null,
): Destination {
  const { way, payShipping } = form;
  const { region, city } = form.region ? form : (saved ?? form);
  return { region, city, way, payShipping };
}

/** Returns the order's pins by kind; empty if the shop has one kind only. */
export function draftGroups(draft: Pick<Draft, 'pictures'>, shop: Shop): PinGroup[] {
  return groupChoices(orderedPins(draft), offeredPins(shop));
}

/** Returns the pictures with their products; null if the shop has one product only. */
export function chosenProducts(draft: Pick<Draft, 'pictures'>, shop: Shop) {
  const offered = offeredPins(shop);
  if (offered.length === 1) return null;
  return choosePins(usablePictures(draft).map(pricedChoice), offered).map(({ pin, ...choice }) => ({
    ...choice,
    product: pin.id,
  }));
}

/** Returns the pictures whose pins are no longer on offer: each needs another one. */
export function unofferedPictures(draft: Pick<Draft, 'pictures'>, shop: Shop): readonly Picture[] {
  const offered = offeredPins(shop);
  return usablePictures(draft).filter((picture) => findUnoffered(picture, offered) !== null);
}

/**
 * Returns the body of `POST /orders`; JSON drops undefined fields.
 * @param seen the terms shown to the buyer
 */
export function orderBody(draft: Choice, shop: Shop, seen: OrderTerms): SentOrderBody {
  return {
    images: orderedPins(draft).map(({ name, notes, upload, ...picture }) => ({
      // An unknown URL makes the shop ask for a new upload, as for a removed picture.
      imageUrl: upload?.imageUrl ?? '',
      notes: cleanText(notes).trim() || undefined,
      originalName: cleanText(name).slice(0, MAX_FILE_NAME_LENGTH).toWellFormed() || 'imagen',
      ...pinChoice(picture),
      // The crop as shown, even if nobody changed it.
      crop: cropOf({ ...picture, upload }),
    })),
    deliveryData: { ...toBody(draft.form), pricing: priceDraft(draft, shop) },
    seen,
  };
}
