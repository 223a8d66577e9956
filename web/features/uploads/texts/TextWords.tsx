import { countPins } from '#domain/pins/choice.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import { joinNames } from './join-names.ts';
import { SmallTexts } from './SmallTexts.tsx';
import styles from './Texts.module.css';

type Props = { picture: Picture; pin: PressedPin };

/** The text of a picture's pins, or the first of its list, and those that are hard to read. */
export function TextWords({ picture: { text, names }, pin }: Props) {
  if (!text) return null;
  const values = names.length > 0 ? names.map(({ value }) => value) : [text.value];
  const pins = countPins(names);
  return (
    <div className={`stack-1 ${styles.words}`}>
      <p>
        {names.length > 0 && <strong>{pins === 1 ? '1 pin' : `${pins} pines`} con nombre: </strong>}
        {joinNames(values, 3)}
      </p>
      <SmallTexts style={text} values={values} press={pin.press} />
    </div>
  );
}
