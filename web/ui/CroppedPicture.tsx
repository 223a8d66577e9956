import { useState } from 'react';
import { type Crop, placeUnturned, type Size } from '#domain/pins/crops.ts';
import styles from './CroppedPicture.module.css';

type Props = { src: string; crop: Crop; onLost?: (() => void) | undefined };

/**
 * The square around a crop's circle, in the size of its container: the picture placed by the crop,
 * on its background. Shown once the picture's size is known.
 */
export function CroppedPicture({ src, crop, onLost }: Props) {
  const [size, setSize] = useState<Size | null>(null);
  const box = size && placeUnturned(crop, size, 100);
  return (
    <span
      className={box ? `${styles.square} ${styles.paper}` : styles.square}
      style={box && crop.background ? { backgroundColor: crop.background } : undefined}
    >
      <span className={styles.turned} style={{ rotate: `${crop.rotation}deg` }}>
        <img
          className={box ? styles.picture : styles.unknown}
          style={
            box
              ? {
                  left: `${box.left}%`,
                  top: `${box.top}%`,
                  width: `${box.width}%`,
                  height: `${box.height}%`,
                }
              : undefined
          }
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
          onError={() => {
            setSize(null);
            onLost?.();
          }}
        />
      </span>
    </span>
  );
}
