import styles from './QrCode.module.css';
import { qrPath } from './qr-path.ts';

/** A text as a QR code, drawn here: it goes to no server. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = qrPath(text);
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}
