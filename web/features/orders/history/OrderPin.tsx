import { useState } from 'react';
import { DEFAULT_PRESS } from '#domain/pins/pin.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './OrderPin.module.css';
import type { ShownOrder } from './shown-order.ts';

export function OrderPin({ item }: { item: ShownOrder['items'][number] | undefined }) {
  const [isLost, setLost] = useState(false);
  if (!isLost) {
    return (
      <PinFace
        src={item?.thumbnailUrl}
        crop={item?.crop ?? null}
        pin={item ?? { press: DEFAULT_PRESS }}
        text={item?.text}
        size="small"
        onLost={() => setLost(true)}
      />
    );
  }
  return (
    <span
      className={styles.lost}
      role="img"
      aria-label="Imagen no disponible"
      title="Imagen no disponible"
    >
      <Icon name="camera" />
    </span>
  );
}
