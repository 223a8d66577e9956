import { useId } from 'react';
import { isAlike, PAPER_COLOUR, PIN_COLOURS } from '#domain/pin-colours.ts';
import styles from './BackgroundChoice.module.css';

type Props = {
  /** Colours along the picture's edge. */
  edges: readonly string[];
  chosen: string | null;
  onChoose: (background: string | null) => void;
};

export function BackgroundChoice({ edges, chosen, onChoose }: Props) {
  const name = useId();
  const found = edges
    .filter((colour) => !isAlike(colour, PAPER_COLOUR))
    .map((colour, at) => [colour, `De la imagen ${at + 1}`] as const);
  const isFound = (colour: string) => edges.some((edge) => isAlike(edge, colour));
  const offered = [...found, ...PIN_COLOURS.filter(([colour]) => !isFound(colour))];
  const isOwn = chosen !== null && !offered.some(([colour]) => colour === chosen);
  return (
    <fieldset className={styles.choice}>
      <legend className={styles.legend}>Fondo</legend>
      <div className={styles.swatches}>
        <Swatch name={name} colour={null} label="Blanco" {...{ chosen, onChoose }} />
        {offered.map(([colour, label]) => (
          <Swatch key={colour} {...{ name, colour, label, chosen, onChoose }} />
        ))}
        <label className={`${styles.swatch} ${styles.own}`} title="Otro color">
          <input
            type="color"
            className={styles.colour}
            aria-label="Otro color"
            value={chosen ?? PAPER_COLOUR}
            onChange={({ target }) => onChoose(target.value)}
          />
          <span className={isOwn ? styles.ownChosen : styles.rainbow} />
        </label>
      </div>
    </fieldset>
  );
}

type SwatchProps = Pick<Props, 'chosen' | 'onChoose'> & {
  name: string;
  colour: string | null;
  label: string;
};

function Swatch({ name, colour, label, chosen, onChoose }: SwatchProps) {
  return (
    <label className={styles.swatch} title={label}>
      <input
        type="radio"
        className={styles.radio}
        name={name}
        aria-label={label}
        checked={colour === chosen}
        onChange={() => onChoose(colour)}
      />
      <span className={styles.dot} style={colour ? { backgroundColor: colour } : undefined} />
    </label>
  );
}
