import { type Crop, frontOf, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { CroppedPicture } from './CroppedPicture.tsx';
import styles from './PinFace.module.css';

type Props = {
  /** The picture on the pin; without one, or when it does not come, the pin is blank. */
  src: string | undefined;
  /** Null: of an order from before pins had crops. */
  crop: Crop | null;
  pin: PressedPin;
  size: 'small' | 'large' | 'full';
  /** Foil to the very edge, where it folds: as a pin is when it lies on the table. */
  isFolded?: boolean;
  isWaiting?: boolean;
  onLost?: () => void;
};

/** A picture as it will look: round, rimmed and domed. Decoration; the text beside it names it. */
export function PinFace(props: Props) {
  const { src, crop, pin, size, isFolded = false, isWaiting = false, onLost } = props;
  const classes = [
    styles.pin,
    styles[size],
    isFolded && styles.folded,
    isWaiting && !src && styles.waiting,
  ];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <span className={styles.face}>
        {src && (
          <CroppedPicture src={src} crop={frontOf(crop ?? MIDDLE_CROP, pin)} onLost={onLost} />
        )}
      </span>
    </span>
  );
}
