import { useId } from 'react';
import { PAPER_COLOUR } from '#domain/pins/pin-colours.ts';
import styles from './ColourChoice.module.css';

/** Null is the first label, such as the paper's white. */
type Colour = string | null;

type Props = {
  legend: string;
  offered: readonly (readonly [colour: Colour, label: string])[];
  chosen: Colour;
  /** Null is no colour at all, instead of the paper's. */
  isNone?: boolean;
  onChoose: (colour: Colour) => void;
};

/** A few colours to choose from, and a picker for any other. */
export function ColourChoice({ legend, offered, chosen, isNone = false, onChoose }: Props) {
  const name = useId();
  const isOwn = chosen !== null && !offered.some(([colour]) => colour === chosen);
  return (
    <fieldset>
      <legend className="label">{legend}</legend>
      <div className={styles.swatches}>
        {offered.map(([colour, label]) => (
          <label key={label} className={styles.swatch} title={label}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              aria-label={label}
              checked={colour === chosen}
              onChange={() => onChoose(colour)}
            />
            <span
              className={colour === null && isNone ? `${styles.dot} ${styles.none}` : styles.dot}
              style={colour ? { backgroundColor: colour } : undefined}
            />
          </label>
        ))}
        <label className={styles.swatch} title="Otro color">
          <input
            type="color"
            className={styles.colour}
            aria-label={legend === 'Fondo' ? 'Otro color' : `${legend}: otro color`}
            value={chosen ?? PAPER_COLOUR}
            onChange={({ target }) => onChoose(target.value)}
          />
          <span className={isOwn ? styles.ownChosen : styles.rainbow} />
        </label>
      </div>
    </fieldset>
  );
}
