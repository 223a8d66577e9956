import type { Crop, Size } from '#domain/pins/crops.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import {
  pixelsPerInch,
  SHARPNESS_LABELS,
  sharpnessAdvice,
  sharpnessOf,
} from '#domain/pins/sharpness.ts';
import styles from './SharpnessLight.module.css';

type Props = {
  crop: Crop;
  /** Size of the original, upright, in pixels. */
  pixels: Size;
  pin: PressedPin;
  /** Shows only a picture that is not sharp, without advice. */
  isBrief?: boolean;
};

export function SharpnessLight({ crop, pixels, pin, isBrief = false }: Props) {
  const sharpness = sharpnessOf(pixelsPerInch(crop, pixels, pin));
  if (isBrief && sharpness === 'sharp') return null;
  const advice = !isBrief && sharpnessAdvice(crop, pixels, pin);
  return (
    <p className={`soft ${styles[sharpness]}`}>
      <span className={styles.label}>
        <i className={styles.lamp} aria-hidden="true" />
        {SHARPNESS_LABELS[sharpness]}
        {advice && '.'}
      </span>{' '}
      {advice}
    </p>
  );
}
