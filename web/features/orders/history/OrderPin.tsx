import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import type { ShownOrder } from './shown-order.ts';

export function OrderPin({ item }: { item: ShownOrder['items'][number] | undefined }) {
  return (
    <PinFace
      src={item?.thumbnailUrl}
      crop={item?.crop ?? null}
      pin={item ?? { press: DEFAULT_PRESS }}
      text={item?.text}
      size="small"
    />
  );
}
