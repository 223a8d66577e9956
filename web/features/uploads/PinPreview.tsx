import { type Crop, frontOf } from '#domain/crops.ts';
import type { Press } from '#domain/press.ts';
import { CroppedPicture } from '#web/ui/CroppedPicture.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './PinPreview.module.css';

type Props = {
  src: string | undefined;
  crop: Crop;
  press: Press;
  isWaiting: boolean;
};

/** The frame's width in widths of the pin's face: the pin takes 76 % of it, its rim 10 % of that. */
const FRAME = 1 / (0.76 * 0.9);

/** The pin, and pale around it what of the picture does not show on it. */
export function PinPreview({ src, crop, press, isWaiting }: Props) {
  const front = frontOf(crop, press);
  return (
    <span className={styles.frame}>
      {src && (
        <span className={styles.rest}>
          <CroppedPicture src={src} crop={{ ...front, diameter: front.diameter * FRAME }} />
        </span>
      )}
      <span className={styles.pin}>
        <PinFace src={src} crop={crop} press={press} size="full" isWaiting={isWaiting} />
      </span>
    </span>
  );
}
