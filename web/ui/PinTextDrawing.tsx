import { drawText } from '#domain/pins/letters.ts';
import type { PinText } from '#domain/pins/text.ts';
import { useLoaded } from '#web/lib/loader.ts';
import { lettersOf } from './letter-loaders.ts';
import styles from './PinText.module.css';

type Props = { text: PinText; press: { safeMm: number }; millimetres: number };

/** Draws a text like the press sheet: the same outlines at the same positions. */
export function PinTextDrawing({ text, press, millimetres }: Props) {
  const loading = useLoaded(lettersOf(text.font));
  if (loading.name !== 'ready') return null;
  const { letters, scale, lineWidth } = drawText(text, press, loading.module);
  const paths = letters.map(({ x, y, angle, outline }) => (
    <path
      key={`${x} ${y} ${outline}`}
      transform={`translate(${x} ${y}) rotate(${angle}) scale(${scale})`}
      d={outline}
    />
  ));
  const from = -millimetres / 2;
  return (
    <svg
      className={styles.text}
      viewBox={`${from} ${from} ${millimetres} ${millimetres}`}
      aria-hidden="true"
    >
      {text.outline && (
        <g fill="none" stroke={text.outline} strokeWidth={lineWidth} strokeLinejoin="round">
          {paths}
        </g>
      )}
      <g fill={text.colour}>{paths}</g>
    </svg>
  );
}
