import { drawText, type Letters, loadLetters } from '#domain/pins/letters.ts';
import type { PinText, TextFont } from '#domain/pins/text.ts';
import { createLoader, type Loader, useLoaded } from '#web/lib/loader.ts';
import styles from './PinText.module.css';

type Props = { text: PinText; press: { safeMm: number }; millimetres: number };

const fonts: Record<TextFont, Loader<Letters>> = {
  anton: createLoader('letters of anton', () => loadLetters('anton')),
  baloo: createLoader('letters of baloo', () => loadLetters('baloo')),
  bitter: createLoader('letters of bitter', () => loadLetters('bitter')),
  pacifico: createLoader('letters of pacifico', () => loadLetters('pacifico')),
};

/** Draws a text as the press sheet does: the same outlines at the same places. */
export function PinTextDrawing({ text, press, millimetres }: Props) {
  const loading = useLoaded(fonts[text.font]);
  if (loading.name !== 'ready') return null;
  const { letters, scale, lineWidth } = drawText(text, press, loading.module);
  const paths = letters.map(({ x, y, angle, outline }, at) => (
    <path
      // biome-ignore lint/suspicious/noArrayIndexKey: a letter has nothing but its place
      key={at}
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
      focusable="false"
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
