import type { ComponentProps } from 'react';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';

/** `choices`: what a few pins more would save; `groups`: the order's kinds; else all prices. */
type Props = ComponentProps<typeof import('./PriceTable.tsx')['Prices']>;

/** Loaded only for a shop with price tiers or several kinds of pins. */
const loader = createLoader('prices', () => import('./PriceTable.tsx'));

/** A part of a page about prices by quantity; nothing where each pin has one price. */
export function PricePart(props: Props) {
  const [first, second] = usePageConfig().products;
  return (second ?? first?.steps[0] ?? first?.finishes[0]) ? <LoadedPrices {...props} /> : null;
}

/** Without it the page is complete: it says no more than the price of the order. */
function LoadedPrices(props: Props) {
  const loading = useLoaded(loader);
  return loading.name === 'ready' ? <loading.module.Prices {...props} /> : null;
}
