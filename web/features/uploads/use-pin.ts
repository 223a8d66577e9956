import {
  type ChosenPin,
  choosePin,
  kindName,
  listKinds,
  type PinKind,
} from '#domain/pins/choice.ts';
import type { OfferedPins } from '#domain/pins/pin.ts';
import { offeredPins } from '#domain/pins/products.ts';
import { usePageConfig } from '#web/lib/config.ts';

/** Returns the pin that a choice becomes: its press, its price and its back. */
export function usePin(kind: PinKind): ChosenPin {
  return choosePin(kind, useOffer());
}

/** Returns the pins on offer, the first for whoever chooses none. */
export function useOffer(): OfferedPins {
  return offeredPins(usePageConfig());
}

/** Returns what tells a picture from others: its pin, too, where one may come as several. */
export function usePictureName(picture: PinKind & { name: string }): string {
  const offered = useOffer();
  if (!hasKinds(offered)) return picture.name;
  return `${picture.name} (${kindName(choosePin(picture, offered))})`;
}

/** Tells whether there is anything to choose: products, or backs of one. */
export function hasKinds(offered: OfferedPins): boolean {
  return listKinds(offered).length > 1;
}
