import { useState } from 'react';
import { type Crop, frontOf, MIDDLE_CROP } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import type { PinText as Text } from '#domain/pins/text.ts';
import { CroppedPicture } from './CroppedPicture.tsx';
import { Icon } from './Icon.tsx';
import styles from './PinFace.module.css';
import { PinText } from './PinText.tsx';

type ShownPin = PressedPin & {
  /** Null for an order from before pins had crops. */
  crop: Crop | null;
  /** A text over the picture; null or omitted: none. */
  text?: Text | null | undefined;
};

type Props = {
  /** The picture on the pin; without one it is blank, and a loading error is shown. */
  src: string | undefined;
  pin: ShownPin;
  size: 'small' | 'medium' | 'large' | 'full';
  isWaiting?: boolean;
  onLost?: () => void;
};

/**
 * A picture as a finished pin: round, domed, printed beyond the edge where it folds. The only
 * drawing of a pin in the shop. Decoration; the text beside it names it.
 */
export function PinFace(props: Props) {
  const { src, pin, size, isWaiting = false, onLost } = props;
  const [lost, setLost] = useState<string>();
  const isLost = src !== undefined && src === lost;
  const classes = [styles.pin, styles[size], isLost && styles.lost];
  return (
    <span className={classes.filter(Boolean).join(' ')}>
      <span className={isWaiting && !src ? `breathes ${styles.face}` : styles.face}>
        {src && !isLost && (
          <CroppedPicture
            src={src}
            crop={frontOf(pin.crop ?? MIDDLE_CROP, pin)}
            onLost={() => {
              setLost(src);
              onLost?.();
            }}
          />
        )}
        {isLost ? (
          <Lost isWhole={size === 'full'} />
        ) : (
          <PinText text={pin.text} press={pin.press} millimetres={pin.press.faceMm} />
        )}
      </span>
    </span>
  );
}

const LOST = 'Imagen no disponible';

function Lost({ isWhole }: { isWhole: boolean }) {
  if (isWhole) return <>{LOST}</>;
  return (
    <span role="img" aria-label={LOST} title={LOST}>
      <Icon name="camera" />
    </span>
  );
}
