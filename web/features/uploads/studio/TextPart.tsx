import { useId, useState } from 'react';
import { keysOf } from '#domain/base/keys.ts';
import type { Crop, Size } from '#domain/pins/crops.ts';
import { freePlace } from '#domain/pins/free-place.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import { PAPER_COLOUR, PIN_COLOURS } from '#domain/pins/pin-colours.ts';
import {
  cleanPinText,
  FIRST_STYLE,
  findUnwritable,
  MAX_TEXT_LENGTH,
  placeOf,
  TEXT_FONTS,
  TEXT_PATHS,
  TEXT_PLACES,
  TEXT_SIZES,
  type TextStyle,
} from '#domain/pins/text.ts';
import type { Picture } from '#web/features/uploads/picture.ts';
import { joinNames } from '#web/features/uploads/texts/join-names.ts';
import { SmallTexts } from '#web/features/uploads/texts/SmallTexts.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { SelectField, TextField } from '#web/ui/FormFields.tsx';
import { ColourChoice } from './ColourChoice.tsx';
import { NamesWindow } from './NamesWindow.tsx';
import styles from './TextPart.module.css';

export type TextEdits = Pick<Partial<Picture>, 'text' | 'names'>;

type Props = {
  picture: Picture;
  /** The picture's crop in the studio, and its size. */
  crop: Crop;
  pixels: Size;
  /** All pictures of the order, including this one. */
  pictures: readonly Picture[];
  pin: PressedPin;
  /** URL of the smallest copy of the picture. */
  src: string;
  onWrite: (edits: TextEdits) => void;
};

const FONTS = keysOf(TEXT_FONTS).map((font) => [font, TEXT_FONTS[font].label] as const);
const PATHS = keysOf(TEXT_PATHS).map((path) => [path, TEXT_PATHS[path]] as const);
const COLOURS = [[PAPER_COLOUR, 'Blanco'], ...PIN_COLOURS] as const;
const OUTLINES = [[null, 'Sin borde'], ...COLOURS] as const;

/** The text on a picture's pins: one text, or a list with a pin for each name. */
export function TextPart(props: Props) {
  const { text, names } = props.picture;
  const values = names.length > 0 ? names.map(({ value }) => value) : text ? [text.value] : [];
  return (
    <Fold
      title={<span className={styles.title}>Nombre en el pin</span>}
      brief={values.length > 0 ? joinNames(values, 2) : 'Ninguno'}
      startsOpen={text !== null && text !== undefined}
    >
      {() => <TextFields {...props} values={values} />}
    </Fold>
  );
}

function TextFields({
  picture,
  crop,
  pixels,
  pictures,
  pin,
  src,
  values,
  onWrite,
}: Props & { values: string[] }) {
  const { text, names } = picture;
  const [last, setLast] = useState<TextStyle | null>(null);
  const [typed, setTyped] = useState(text?.value ?? '');
  const [isListing, setListing] = useState(false);
  const place = freePlace(picture.upload?.heads, crop, pixels);
  const style: TextStyle = text ?? last ?? { ...FIRST_STYLE, ...(place && { place }) };

  const type = (raw: string) => {
    setTyped(raw);
    const value = writable(raw);
    onWrite({ text: value === '' ? null : { ...style, value } });
  };
  const restyle = (change: Partial<TextStyle>) => {
    setLast({ ...style, ...change });
    if (text) onWrite({ text: { ...text, ...change } });
  };
  const clear = () => {
    setLast(style);
    setTyped('');
    onWrite({ text: null, names: [] });
  };

  return (
    <div className="stack-3">
      {names.length === 0 ? (
        <TextField
          label="Texto"
          error={problemOf(typed)}
          autoComplete="off"
          placeholder="Ej.: Camila"
          value={typed}
          onType={type}
        />
      ) : (
        <p>Una lista: {joinNames(values, 3)}.</p>
      )}
      <div className={`row ${styles.buttons}`}>
        <Button variant="secondary" onClick={() => setListing(true)}>
          {names.length === 0 ? 'Lista de nombres' : 'Cambiar la lista'}
        </Button>
        {text && (
          <Button variant="quiet" onClick={clear}>
            {names.length === 0 ? 'Quitar el texto' : 'Quitar la lista'}
          </Button>
        )}
      </div>
      <div className={styles.selects}>
        <SelectField
          label="Letra"
          value={style.font}
          options={FONTS}
          onPick={(font) => restyle({ font })}
        />
        <SelectField
          label="Forma"
          value={style.path}
          options={PATHS}
          onPick={(path) => restyle({ path })}
        />
      </div>
      <Choice
        legend="Dónde va"
        options={TEXT_PLACES}
        chosen={placeOf(style)}
        onChoose={(chosen) => restyle({ place: chosen })}
      />
      <Choice
        legend="Tamaño"
        options={TEXT_SIZES}
        chosen={style.size ?? 'medium'}
        onChoose={(size) => restyle({ size })}
      />
      <ColourChoice
        legend="Color del texto"
        offered={COLOURS}
        chosen={style.colour}
        onChoose={(colour) => colour && restyle({ colour })}
      />
      <ColourChoice
        legend="Borde del texto"
        offered={OUTLINES}
        chosen={style.outline}
        isNone
        onChoose={(outline) => restyle({ outline })}
      />
      <SmallTexts style={style} values={values} press={pin.press} />
      {isListing && (
        <NamesWindow
          {...{ picture, pictures, pin, src, style }}
          onUse={(used) => {
            const [first] = used;
            onWrite(
              first ? { names: used, text: { ...style, value: first.value } } : { names: [] },
            );
            setListing(false);
          }}
          onClose={() => setListing(false)}
        />
      )}
    </div>
  );
}

type ChoiceProps<Value extends string> = {
  legend: string;
  options: Readonly<Record<Value, string>>;
  chosen: Value;
  onChoose: (value: Value) => void;
};

function Choice<Value extends string>({ legend, options, chosen, onChoose }: ChoiceProps<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.choice}>
      <legend className="label">{legend}</legend>
      {keysOf(options).map((value) => (
        <label key={value} className={styles.option}>
          <input
            type="radio"
            name={name}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {options[value]}
        </label>
      ))}
    </fieldset>
  );
}

/** Returns a typed text without the characters that the fonts lack. */
function writable(typed: string): string {
  const signs = findUnwritable(typed.slice(0, 4 * MAX_TEXT_LENGTH));
  const rest = signs.reduce((text, sign) => text.replaceAll(sign, ''), typed);
  return cleanPinText(cleanPinText(rest).slice(0, MAX_TEXT_LENGTH));
}

function problemOf(typed: string): string | undefined {
  const text = cleanPinText(typed);
  const signs = findUnwritable(text.slice(0, 4 * MAX_TEXT_LENGTH));
  if (signs.length > 0) return `No tenemos letras para ${signs.join(' ')}: no salen en el pin.`;
  const over = text.length - MAX_TEXT_LENGTH;
  if (over <= 0) return undefined;
  return `Caben ${MAX_TEXT_LENGTH} letras: ${over === 1 ? 'sobra 1' : `sobran ${over}`}.`;
}
