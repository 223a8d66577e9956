import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

/** Left out: the prices of all pins by quantity; else what a few pins more would save. */
type Props = { choices?: readonly { product?: string | null | undefined; quantity: number }[] };

/** Loaded only for a shop with price tiers or several products. */
const loader = createLoader('prices', () => import('./PriceTable.tsx'));

/** A part of a page about prices by quantity; nothing where each pin has one price. */
export function PricePart(props: Props) {
  const [first, second] = usePageConfig().products;
  return (second ?? first?.steps[0]) ? <LoadedPrices {...props} /> : null;
}

/** Without it the page is complete: it says no more than the price of the order. */
function LoadedPrices(props: Props) {
  const loading = useLoaded(loader);
  return loading.name === 'ready' ? <loading.module.Prices {...props} /> : null;
}
