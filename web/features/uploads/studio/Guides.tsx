import type { PressedPin } from '#domain/pins/pin.ts';
import styles from './Guides.module.css';

type Props = { pin: PressedPin };

/** The circles of the press over a square as wide as the cut. */
export function Guides({ pin }: Props) {
  const { faceMm, cutMm, safeMm } = pin.press;
  const rings = [
    { name: styles.edge, radius: 50 },
    { name: styles.front, radius: (50 * faceMm) / cutMm },
    { name: styles.safe, radius: (50 * safeMm) / cutMm },
  ];
  const [edge = 50, front = 50] = rings.map(({ radius }) => radius);
  return (
    <svg className={styles.guides} viewBox="0 0 100 100" aria-hidden="true">
      <circle
        className={styles.fold}
        cx="50"
        cy="50"
        r={(edge + front) / 2}
        strokeWidth={edge - front}
      />
      {rings.map(({ name, radius }) => (
        <g key={radius} className={name}>
          <circle className={styles.contrast} cx="50" cy="50" r={radius} />
          <circle className={styles.line} cx="50" cy="50" r={radius} />
        </g>
      ))}
    </svg>
  );
}

const WORDS = [
  ['front', 'Se ve de frente'],
  ['edge', 'Se dobla por el borde'],
  ['safe', 'Caras y letras, aquí dentro'],
] as const;

export function GuideWords() {
  return (
    <ul className={`row soft ${styles.words}`}>
      {WORDS.map(([name, word]) => (
        <li key={name} className={styles.word}>
          <svg className={styles.sample} viewBox="0 0 20 8" aria-hidden="true">
            <g className={styles[name]}>
              <path className={styles.contrast} d="M1 4h18" />
              <path className={styles.line} d="M1 4h18" />
            </g>
          </svg>
          {word}
        </li>
      ))}
    </ul>
  );
}
