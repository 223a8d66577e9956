import type { CreateOrderBody } from '#contract/orders.ts';
import { trimDelivery } from '#domain/delivery.ts';
import { MAX_FILE_NAME_LENGTH } from '#domain/images.ts';
import { pinChoice } from '#domain/pins.ts';
import { type Pricing, priceOrder } from '#domain/pricing.ts';
import type { Draft } from '../draft/draft.ts';

type Choice = Pick<Draft, 'pictures' | 'form' | 'discount' | 'agreed'>;

/** Names the choice on which a price depends. */
export function pricingBasis({ pictures, form, discount }: Choice): string {
  return JSON.stringify([pictures.map(pinChoice), form.city, discount?.code ?? null]);
}

/**
 * What the order costs: the shop's own figures where it has announced them for this choice.
 * @param city where it goes; empty while that is unknown, then at the standard shipping price
 */
export function priceDraft(draft: Choice, city: string = draft.form.city): Pricing {
  if (draft.agreed?.basis === pricingBasis(draft)) {
    const { discountCode, ...figures } = draft.agreed.pricing;
    return discountCode ? { ...figures, discountCode } : figures;
  }
  return priceOrder({ images: draft.pictures, city, discount: draft.discount });
}

/** Takes out what neither databases nor mail headers bear: control signs, halves of emoji. */
function clean(text: string): string {
  return text.toWellFormed().replace(/(?![\n\r\t])\p{Cc}/gu, '');
}

/** Undefined for an empty text, so that it is left out of the body. */
function optional(text: string): string | undefined {
  return clean(text).trim() || undefined;
}

/** What `POST /orders` gets: undefined fields do not survive the way to JSON. */
export function orderBody(draft: Choice): CreateOrderBody {
  const form = trimDelivery(draft.form);
  return JSON.parse(
    JSON.stringify({
      images: draft.pictures.map(({ name, notes, upload, ...picture }) => ({
        imageUrl: upload?.imageUrl,
        notes: optional(notes),
        originalName: clean(name).slice(0, MAX_FILE_NAME_LENGTH).toWellFormed() || 'imagen',
        ...pinChoice(picture),
      })),
      deliveryData: {
        fullName: clean(form.recipientName),
        phone: form.phone,
        email: optional(form.email),
        region: form.region,
        city: form.city,
        address: clean(form.address),
        coordinates: form.coordinates,
        notes: optional(form.additionalInfo),
        pricing: priceDraft(draft),
      },
    }),
  );
}
