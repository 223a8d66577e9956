import type { OpenOrderBody } from '#contract/orders/opened-orders.ts';
import { dayOf } from '#domain/base/dates.ts';
import { NOT_AHEAD } from '#domain/delivery/needed-by.ts';
import type { PriceList } from '#domain/orders/prices.ts';
import { chargeKind, priceAtTotal, priceOrder } from '#domain/orders/pricing.ts';
import type { Quote } from '#domain/orders/quote.ts';
import { choosePins, orderedPinOf } from '#domain/pins/choice.ts';
import { pinsOf, type Settings, shippingOf } from '#domain/settings/settings.ts';
import { checkProducts } from '#server/features/orders/place/check-and-price.ts';
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
