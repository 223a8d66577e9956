import { toBody, toForm } from '#contract/delivery.ts';
import { createOrder, type SentOrderBody } from '#contract/orders.ts';
import { MIDDLE_CROP } from '#domain/crops.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { pinChoice } from '#domain/pins.ts';
import { type Destination, type Pricing, priceOrder } from '#domain/pricing.ts';
import { callApi, Refusal } from '#web/lib/api.ts';
import { askToSignIn } from '#web/lib/ask-to-sign-in.ts';
import { pageConfig } from '#web/lib/config.ts';
import { sendUntilAnswered } from '#web/lib/send-until-answered.ts';
import { shownTerms } from '../order-terms.ts';
import type { ShownOrder } from './shown-order.ts';

/** The delivery form as the order had it; an account's e-mail is known. */
export function formOf({ deliveryData }: ShownOrder): DeliveryForm {
  return { ...toForm(deliveryData), email: '' };
}

function repeatBody(order: ShownOrder, form: DeliveryForm, pricing: Pricing): SentOrderBody {
  return {
    images: order.items.map(({ imageUrl, notes, originalName, ...item }) => ({
      imageUrl,
      originalName,
      ...pinChoice(item),
      crop: item.crop ?? MIDDLE_CROP,
      notes: notes || undefined,
    })),
    deliveryData: { ...toBody(form), pricing },
    seen: shownTerms(),
  };
}

/** Figures that the shop announced for a place. */
export type Agreed = { to: Destination; pricing: Pricing };

export function priceRepetition(
  order: ShownOrder,
  { region, city }: Destination,
  agreed: Agreed | null,
): Pricing {
  if (agreed?.to.city === city && agreed.to.region === region) return agreed.pricing;
  const { prices } = pageConfig.get();
  return priceOrder({ images: order.items, to: { region, city }, prices });
}

type Repetition = { order: ShownOrder; form: DeliveryForm; pricing: Pricing; key: string };

/**
 * Orders the same pins once more.
 * @param repetition.key the same at each attempt, so that a lost answer does not make two orders
 * @throws Refusal, LostAnswer, Error
 */
export async function repeatOrder({ order, form, pricing, key }: Repetition): Promise<void> {
  const body = JSON.stringify(repeatBody(order, form, pricing));
  const headers = { 'Idempotency-Key': key };
  try {
    await sendUntilAnswered(() => callApi(createOrder, { body, headers }));
  } catch (error) {
    if (error instanceof Refusal && error.code === 'idempotency_key_reused') {
      throw new Error('Tu intento anterior sí había llegado: míralo en Mis Pedidos.', {
        cause: error,
      });
    }
    askToSignIn(error);
  }
}
