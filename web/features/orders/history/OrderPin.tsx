import { useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './OrderPin.module.css';

/** A small pin with an order's picture, or what stands in its place when it does not come. */
export function OrderPin({ src }: { src: string | undefined }) {
  const [isLost, setLost] = useState(false);
  if (!isLost) return <PinFace src={src} size="small" onLost={() => setLost(true)} />;
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
