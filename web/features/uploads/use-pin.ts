import type { Pin } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { usePageConfig } from '#web/lib/config.ts';

/** Returns the pin that a picture of the draft becomes: its press and its price. */
export function usePin(): Pin {
  const [pin] = offeredPins(usePageConfig());
  return pin;
}
