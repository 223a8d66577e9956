import { useDeferredValue, useRef, useState } from 'react';
import { encodingNames, type Reading, readEncodings } from '#domain/base/encodings.ts';
import { countPins } from '#domain/pins/choice.ts';
import { MAX_ITEMS } from '#domain/pins/images.ts';
import {
  type ListedName,
  readNameList,
  type WrongLine,
  withoutLines,
  writeNameList,
} from '#domain/pins/name-list.ts';
import type { PressedPin } from '#domain/pins/pin.ts';
import type { TextStyle } from '#domain/pins/text.ts';
import { cropOf, type Picture, pinsOf } from '#web/features/uploads/picture.ts';
import { SmallTexts, useSmallTexts } from '#web/features/uploads/texts/SmallTexts.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FilePicker } from '#web/ui/FilePicker.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { TextArea } from '#web/ui/FormFields.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './NamesWindow.module.css';

/** Maximum size of a list's file, in bytes. */
const MAX_BYTES = 1_000_000;
const NO_LIST = 'Ese archivo no es una lista. Guarda tu planilla como CSV y vuelve a elegirla.';

type ListFile = ReturnType<typeof readEncodings>;

/** Returns the texts that a list's file may have, or why it cannot be read. */
export async function readListFile(file: Blob): Promise<ListFile | { problem: string }> {
  if (file.size > MAX_BYTES) {
    return { problem: 'Ese archivo es demasiado grande para una lista (máximo 1 MB).' };
  }
  try {
    const read = readEncodings(new Uint8Array(await file.arrayBuffer()));
    const readings = read.readings.map(({ encoding, text }) => ({
      encoding,
      text: text.trimEnd(),
    }));
    return readings.some(({ text }) => text.includes('\0'))
      ? { problem: NO_LIST }
      : { ...read, readings };
  } catch {
    return { problem: 'No pudimos leer ese archivo. Elígelo de nuevo.' };
  }
}

type Props = {
  picture: Picture;
  /** All pictures of the order, including this one. */
  pictures: readonly Picture[];
  pin: PressedPin;
  src: string;
  style: TextStyle;
  onUse: (names: ListedName[]) => void;
  onClose: () => void;
};

const PREVIEWS = 12;

/** A pin for each name of a list, which is pasted, typed or read from a spreadsheet. */
export function NamesWindow(props: Props) {
  const { picture, pictures, pin, src, style, onUse, onClose } = props;
  const [start] = useState(() => writeNameList(picture.names));
  const [text, setText] = useState(start);
  const [problem, setProblem] = useState<string | null>(null);
  const [loaded, setLoaded] = useState<LoadedFile | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { names, wrong } = readNameList(useDeferredValue(text));
  const others = pictures.filter(({ id }) => id !== picture.id);
  const room = MAX_ITEMS - others.reduce((sum, other) => sum + pinsOf(other).length, 0);
  const over = names.length - room;

  const take = async (file: File) => {
    const read = await readListFile(file);
    setProblem('problem' in read ? read.problem : null);
    if ('problem' in read) return;
    const opened: LoadedFile = { readings: read.readings, before: text, chosen: null };
    const [likeliest] = read.readings;
    if (read.isCertain && likeliest) use(opened, likeliest);
    else setLoaded(opened);
  };

  const use = (file: LoadedFile, chosen: Reading) => {
    setLoaded({ ...file, chosen });
    setText(withReading(file, chosen));
  };

  return (
    <FormDialog
      title="Lista de nombres"
      subtitle="Cada nombre será un pin con esta misma imagen."
      isTyped={text !== start}
      onClose={onClose}
    >
      <TextArea
        label="Nombres"
        hint="Uno por línea. Si quieres varios iguales, agrega la cantidad: Camila;3"
        rows={8}
        spellCheck={false}
        value={text}
        onType={setText}
      />
      <div className="row">
        <Button variant="secondary" onClick={() => picker.current?.click()}>
          Cargar una planilla (CSV)
        </Button>
        <FilePicker
          ref={picker}
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          onFiles={([file]) => file && void take(file)}
        />
        <p role="status">{describeCount(names)}</p>
      </div>
      {problem && <Notice tone="error">{problem}</Notice>}
      {loaded && (loaded.chosen === null || text === withReading(loaded, loaded.chosen)) && (
        <FileLetters
          file={loaded}
          onChoose={(reading) => use(loaded, reading)}
          onAsk={() => {
            setText(loaded.before);
            setLoaded({ ...loaded, chosen: null });
          }}
        />
      )}
      {wrong.length > 0 && (
        <WrongLines wrong={wrong} onDrop={() => setText(withoutLines(text, wrong))} />
      )}
      {over > 0 && (
        <Notice tone="error">
          {room <= 0
            ? `Tu pedido ya tiene ${MAX_ITEMS} pines distintos: no caben más nombres.`
            : `En tu pedido ${room === 1 ? 'cabe 1 pin distinto' : `caben ${room} pines distintos`} más: ${over === 1 ? 'sobra 1 nombre' : `sobran ${over} nombres`}.`}
        </Notice>
      )}
      <SmallTexts style={style} values={names.map(({ value }) => value)} press={pin.press} />
      <Previews {...{ names, picture, pin, src, style }} />
      <Actions onCancel={onClose}>
        <Button
          disabled={names.length === 0 || wrong.length > 0 || over > 0 || loaded?.chosen === null}
          onClick={() => onUse(names)}
        >
          {describeUse(names.length)}
        </Button>
      </Actions>
    </FormDialog>
  );
}

/** A file's texts, the one that is used, and the names that were there before. */
type LoadedFile = { readings: readonly Reading[]; chosen: Reading | null; before: string };

function withReading({ before }: LoadedFile, { text }: Reading): string {
  return [before.trimEnd(), text].filter(Boolean).join('\n');
}

type FileLettersProps = {
  file: LoadedFile;
  onChoose: (reading: Reading) => void;
  onAsk: () => void;
};

/** Shows in which encoding a file was read, and asks for it where its letters do not tell. */
function FileLetters({ file: { readings, chosen }, onChoose, onAsk }: FileLettersProps) {
  if (chosen) {
    return (
      <Notice tone="info" className={`stack-2 ${styles.wrong}`}>
        <p>Leímos el archivo con letras de {encodingNames[chosen.encoding]}.</p>
        {readings.length > 1 && (
          <Button variant="quiet" onClick={onAsk}>
            Los nombres no se ven bien
          </Button>
        )}
      </Notice>
    );
  }
  return (
    <Notice tone="info" role="alert" className={`stack-2 ${styles.wrong}`}>
      <p>No sabemos con qué letras se guardó el archivo. ¿Cómo se escriben bien los nombres?</p>
      {readings.map((reading) => (
        <Button key={reading.encoding} variant="secondary" onClick={() => onChoose(reading)}>
          {`${sampleOf(reading)} (${encodingNames[reading.encoding]})`}
        </Button>
      ))}
    </Notice>
  );
}

const SAMPLES = 3;

/** Returns the first lines with letters beyond ASCII, by which readings differ. */
function sampleOf({ text }: Reading): string {
  const telling = text.split(/[\r\n]+/).filter((line) => /[^\0-\x7f]/.test(line));
  return telling.slice(0, SAMPLES).map(shorten).join(', ');
}

function describeCount(names: readonly ListedName[]): string {
  if (names.length === 0) return 'Todavía no hay nombres.';
  const pins = countPins(names);
  const listed = names.length === 1 ? '1 nombre' : `${names.length} nombres`;
  return `${listed}, ${pins === 1 ? '1 pin' : `${pins} pines`}.`;
}

function describeUse(count: number): string {
  if (count === 0) return 'Usar los nombres';
  return count === 1 ? 'Usar 1 nombre' : `Usar ${count} nombres`;
}

const SHOWN_LINES = 6;

function WrongLines({ wrong, onDrop }: { wrong: readonly WrongLine[]; onDrop: () => void }) {
  const more = wrong.length - SHOWN_LINES;
  return (
    <Notice tone="error" className={`stack-2 ${styles.wrong}`}>
      <p>
        {wrong.length === 1
          ? 'Hay una línea que no podemos usar. Corrígela o quítala:'
          : `Hay ${wrong.length} líneas que no podemos usar. Corrígelas o quítalas:`}
      </p>
      <ul>
        {wrong.slice(0, SHOWN_LINES).map(({ line, text, reason }) => (
          <li key={line}>
            Línea {line}: <bdi>{shorten(text)}</bdi> · {reason}
          </li>
        ))}
      </ul>
      {more > 0 && <p>Y {more} más.</p>}
      <Button variant="secondary" onClick={onDrop}>
        {wrong.length === 1 ? 'Quitar esa línea' : 'Quitar esas líneas'}
      </Button>
    </Notice>
  );
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60).toWellFormed()}…` : text;
}

type PreviewsProps = Pick<Props, 'picture' | 'pin' | 'src' | 'style'> & {
  names: readonly ListedName[];
};

/** Shows the first pins of a list; those with text that is hard to read come first. */
function Previews({ names, picture, pin, src, style }: PreviewsProps) {
  const values = [...new Set(names.map(({ value }) => value))];
  const small = useSmallTexts(style, values, pin.press);
  if (values.length === 0) return null;
  const sorted = [...small, ...values.filter((value) => !small.includes(value))];
  const more = sorted.length - PREVIEWS;
  return (
    <section className="stack-2" aria-label="Así se verán">
      <h3 className={styles.heading}>Así se verán</h3>
      <ul className={styles.pins}>
        {sorted.slice(0, PREVIEWS).map((value) => (
          <li key={value} className={`stack-1 ${styles.pin}`}>
            <PinFace
              src={src}
              pin={{ ...pin, crop: cropOf(picture), text: { ...style, value } }}
              size="full"
            />
            <span className={styles.name}>{value}</span>
          </li>
        ))}
      </ul>
      {more > 0 && <p>Y {more} más.</p>}
    </section>
  );
}
