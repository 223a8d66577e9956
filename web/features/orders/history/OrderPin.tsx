import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import type { ShownOrder } from './shown-order.ts';

export function OrderPin({ item }: { item: ShownOrder['items'][number] | undefined }) {
  return (
    <PinFace
      src={item?.thumbnailUrl}
      pin={item ?? { press: DEFAULT_PRESS, crop: null }}
      size="small"
    />
  );
}
