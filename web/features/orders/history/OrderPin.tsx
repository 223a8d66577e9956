import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import type { ShownOrder } from '#web/lib/shown-order.ts';
import { PinFace } from '#web/ui/PinFace.tsx';

export function OrderPin({ item }: { item: ShownOrder['items'][number] | undefined }) {
  return (
    <PinFace
      src={item?.thumbnailUrl}
      pin={item ?? { press: DEFAULT_PRESS, crop: null }}
      size="small"
    />
  );
}
