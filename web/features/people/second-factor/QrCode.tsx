import { encode } from 'uqr';
import styles from './SecondFactor.module.css';

/** The white frame that readers need around a code, in modules. */
const QUIET = 4;

/** A text as a QR code, drawn here: it goes to no server. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET });
  const dark = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
