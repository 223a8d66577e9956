import { encode } from 'uqr';
import styles from './QrCode.module.css';

/** A text as a QR code, drawn here without any server. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** The white border that readers need around a code, in modules. */
const QUIET = 4;

/** Returns the dark squares of a text's QR code as an SVG path, in a square of `size` units. */
export function qrPath(text: string): { path: string; size: number } {
  const { data, size } = encode(text, { border: QUIET });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return { path: dark.join(''), size };
}
