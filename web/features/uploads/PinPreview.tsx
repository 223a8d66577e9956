import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './PinPreview.module.css';

type Props = {
  src: string | undefined;
  /** The whole picture's size in pixels, once it is known. */
  pixels: { width: number; height: number } | null;
  isWaiting: boolean;
};

/** A longer side this many times the shorter one loses something that its buyer may miss. */
const NEARLY_SQUARE = 1.12;

/** @returns what the round pin cuts off a picture; null when it is nearly square */
export function describeCut({ width, height }: { width: number; height: number }): string | null {
  if (width > height * NEARLY_SQUARE) return 'Se recortan los lados';
  if (height > width * NEARLY_SQUARE) return 'Se recorta arriba y abajo';
  return null;
}

/** The pin, and pale around it what of the picture does not fit on it. */
export function PinPreview({ src, pixels, isWaiting }: Props) {
  const isCut = pixels !== null && describeCut(pixels) !== null;
  return (
    <span className={styles.frame}>
      {src && isCut && (
        <span className={styles.rest} aria-hidden="true">
          <img
            className={pixels.width > pixels.height ? styles.wide : styles.tall}
            src={src}
            alt=""
            decoding="async"
          />
        </span>
      )}
      <PinFace src={src} size="large" isWaiting={isWaiting} />
    </span>
  );
}
