import { toBody } from '#contract/delivery.ts';
import { cleanText } from '#contract/fields.ts';
import type { SentOrderBody } from '#contract/orders.ts';
import { MAX_FILE_NAME_LENGTH } from '#domain/images.ts';
import { pinChoice, pricedChoice } from '#domain/pins.ts';
import { type Pricing, priceOrder } from '#domain/pricing.ts';
import { cropOf } from '#web/features/uploads/picture.ts';
import { pageConfig } from '#web/lib/config.ts';
import type { Draft } from '../draft/draft.ts';

type Choice = Pick<Draft, 'pictures' | 'form' | 'discount' | 'agreed'>;

/** Names everything on which a price depends. */
export function pricingBasis({ pictures, form, discount }: Choice): string {
  const { region, city } = form;
  const { prices } = pageConfig.get();
  return JSON.stringify([pictures.map(pricedChoice), region, city, discount?.code, prices]);
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
  return priceOrder({
    images: draft.pictures,
    to: { region: draft.form.region, city },
    discount: draft.discount,
    prices: pageConfig.get().prices,
  });
}

/** What `POST /orders` gets; undefined fields do not survive the way to JSON. */
export function orderBody(draft: Choice): SentOrderBody {
  return {
    images: draft.pictures.map(({ name, notes, upload, ...picture }) => ({
      // The shop knows no picture without an address: it is sent again, as one that was removed.
      imageUrl: upload?.imageUrl ?? '',
      notes: cleanText(notes).trim() || undefined,
      originalName: cleanText(name).slice(0, MAX_FILE_NAME_LENGTH).toWellFormed() || 'imagen',
      ...pinChoice(picture),
      // What was seen, even if nobody touched it.
      crop: cropOf({ ...picture, upload }),
    })),
    deliveryData: { ...toBody(draft.form), pricing: priceDraft(draft) },
  };
}
