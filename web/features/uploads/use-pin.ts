import {
  type ChosenPin,
  choosePin,
  kindName,
  listKinds,
  type ProductChoice,
} from '#domain/pins/choice.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { usePageConfig } from '#web/lib/config.ts';

/** Returns the pin of a choice: press, price and finish. */
export function usePin(kind: ProductChoice): ChosenPin {
  return choosePin(kind, useOffer());
}

/** Returns the pins on offer; the first is the default. */
export function useOffer(): OfferedPins {
  return offeredPins(usePageConfig());
}

/** Returns a picture's name, with its pin if a picture can have several. */
export function usePictureName(picture: ProductChoice & { name: string }): string {
  const offered = useOffer();
  if (!hasKinds(offered)) return picture.name;
  return `${picture.name} (${kindName(choosePin(picture, offered))})`;
}

/** Returns true if there is a choice of products or finishes. */
export function hasKinds(offered: OfferedPins): boolean {
  return listKinds(offered).length > 1;
}
