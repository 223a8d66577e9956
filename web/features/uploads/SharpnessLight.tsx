import type { Crop, Size } from '#domain/crops.ts';
import type { Press } from '#domain/press.ts';
import {
  pixelsPerInch,
  SHARPNESS_LABELS,
  sharpnessAdvice,
  sharpnessOf,
} from '#domain/sharpness.ts';
import styles from './SharpnessLight.module.css';

type Props = {
  crop: Crop;
  /** Size of the original, upright, in pixels. */
  pixels: Size;
  press: Press;
};

export function SharpnessLight({ crop, pixels, press }: Props) {
  const sharpness = sharpnessOf(pixelsPerInch(crop, pixels, press));
  const advice = sharpnessAdvice(crop, pixels, press);
  return (
    <p className={`${styles.light} ${styles[sharpness]}`}>
      <span className={styles.label}>
        <i className={styles.lamp} aria-hidden="true" />
        {SHARPNESS_LABELS[sharpness]}
      </span>
      {advice && <span className={styles.advice}>{advice}</span>}
    </p>
  );
}
