import { useId, useState } from 'react';
import { formatPesos } from '#domain/base/money.ts';
import {
  type ChosenPin,
  type ChosenProduct,
  choosePin,
  findUnoffered,
  kindChoice,
  kindName,
  listKinds,
  type ProductChoice,
} from '#domain/pins/choice.ts';
import { COIN_MM } from '#domain/pins/coin.ts';
import { formatMm, type Pin, type Press } from '#domain/pins/pin.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import fieldStyles from '#web/ui/Field.module.css';
import { Notice } from '#web/ui/Notice.tsx';
import type { Picture } from '../picture.ts';
import { useOffer } from '../use-pin.ts';
import styles from './KindParts.module.css';

type QuestionProps = {
  /** The pin of new pictures; null: the first on offer. */
  kind: ProductChoice | null;
  pictures: readonly Picture[];
  onChoose: (kind: ChosenProduct) => void;
  /** Assigns the pin to all pictures. */
  onApply: (kind: ChosenProduct) => void;
};

/** Asks for the pin: of the first pictures openly, later of new ones in a fold. */
export function KindQuestion({ kind, pictures, onChoose, onApply }: QuestionProps) {
  const offered = useOffer();
  const [isOpened, setOpened] = useState(false);
  const chosen = choosePin(kind ?? {}, offered);
  const name = kindName(chosen);
  if (pictures.length > 0 && !isOpened) {
    return (
      <p className={`row ${styles.short}`}>
        <span>
          Las imágenes que agregues se harán como <strong>{name}</strong>.
        </span>
        <Button variant="quiet" onClick={() => setOpened(true)}>
          Cambiar tus pines
        </Button>
      </p>
    );
  }
  const isOfAll = pictures.every(
    (picture) =>
      findUnoffered(picture, offered) === null && kindName(choosePin(picture, offered)) === name,
  );
  return (
    <div className="stack-3">
      <Products chosen={chosen} onChoose={onChoose} />
      {chosen.finishes.length > 0 && <Finishes chosen={chosen} onChoose={onChoose} />}
      {pictures.length > 0 && (
        <div className={`row ${styles.actions}`}>
          {!isOfAll && (
            <Button
              variant="secondary"
              onClick={() => {
                onApply(kindChoice(chosen));
                setOpened(false);
              }}
            >
              Todas en {name}
            </Button>
          )}
          <Button variant="quiet" onClick={() => setOpened(false)}>
            {isOfAll ? 'Listo' : 'Solo las que agregue'}
          </Button>
        </div>
      )}
    </div>
  );
}

type PartProps = { chosen: ChosenPin; onChoose: (kind: ChosenProduct) => void };

function Products({ chosen, onChoose }: PartProps) {
  const offered = useOffer();
  const { products } = usePageConfig();
  const name = useId();
  const largest = Math.max(...offered.map(({ press }) => press.faceMm));
  if (offered.length === 1) return null;
  return (
    <fieldset className="stack-3">
      <legend className={styles.legend}>¿Qué pines quieres?</legend>
      <div className={styles.cards}>
        {offered.map((pin) => (
          <label key={pin.id} className={`row ${styles.card}`}>
            <input
              type="radio"
              name={name}
              checked={pin.id === chosen.id}
              onChange={() => onChoose(kindChoice(likeChosen(pin, chosen)))}
            />
            <ProductPicture src={products.find(({ id }) => id === pin.id)?.imageUrl} />
            <SizeDrawing press={pin.press} largest={largest} />
            <span className={styles.words}>
              <strong>{pin.name}</strong>
              {pin.name !== formatMm(pin.press.faceMm) && (
                <span>{formatMm(pin.press.faceMm)} de diámetro</span>
              )}
              <span className={styles.price}>{formatPesos(pin.price.pin)} cada uno</span>
              {pin.price.steps.map(({ from, price }) => (
                <span key={from} className="soft">
                  desde {from}, {formatPesos(price)}
                </span>
              ))}
            </span>
          </label>
        ))}
      </div>
      <p className="soft">La moneda del dibujo es de $100, a la misma escala.</p>
    </fieldset>
  );
}

/** Returns another product with the same finish if it has it. */
function likeChosen(pin: Pin, { finish }: ChosenPin): ChosenPin {
  return choosePin({ product: pin.id, finish: finish?.id }, [pin]);
}

function ProductPicture({ src }: { src: string | undefined }) {
  const [isLost, setLost] = useState(false);
  if (!src || isLost) return null;
  return <img className={styles.picture} src={src} alt="" onError={() => setLost(true)} />;
}

const GAP_MM = 5;

type DrawingProps = { press: Press; largest: number };

/** A pin beside a coin, at the same scale for all products. */
function SizeDrawing({ press, largest }: DrawingProps) {
  const { faceMm, safeMm } = press;
  const height = Math.max(largest, COIN_MM) + 2;
  const width = largest + GAP_MM + COIN_MM + 2;
  const middle = { x: largest / 2 + 1, y: height / 2 };
  const coin = { x: largest + GAP_MM + COIN_MM / 2 + 1, y: height / 2 };
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <circle className={styles.pin} cx={middle.x} cy={middle.y} r={faceMm / 2} />
      <circle className={styles.safe} cx={middle.x} cy={middle.y} r={safeMm / 2} />
      <circle className={styles.coin} cx={coin.x} cy={coin.y} r={COIN_MM / 2} />
      <circle className={styles.coinRim} cx={coin.x} cy={coin.y} r={COIN_MM / 2 - 2} />
      <text className={styles.value} x={coin.x} y={coin.y} fontSize={COIN_MM / 3}>
        $100
      </text>
    </svg>
  );
}

function Finishes({ chosen, onChoose }: PartProps) {
  const name = useId();
  return (
    <fieldset className="stack-3">
      <legend className={styles.legend}>¿Qué llevan por detrás?</legend>
      <div className={styles.finishes}>
        {chosen.finishes.map((finish) => (
          <label key={finish.id} className={styles.finish}>
            <input
              type="radio"
              name={name}
              checked={finish.id === chosen.finish?.id}
              onChange={() => onChoose(kindChoice({ ...chosen, finish }))}
            />
            <span>
              {finish.name}
              {finish.extra > 0 && <span className="soft"> +{formatPesos(finish.extra)}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SelectProps = {
  id: string;
  name: string;
  kind: ProductChoice;
  onChoose: (kind: ChosenProduct) => void;
};

const NONE = '';

/** Selects the pin of a picture; a pin no longer on offer has to be replaced. */
export function KindSelect({ id, name, kind, onChoose }: SelectProps) {
  const offered = useOffer();
  const kinds = listKinds(offered);
  const isGone = findUnoffered(kind, offered) !== null;
  const keyOf = (pin: ChosenPin) => JSON.stringify(kindChoice(pin));
  return (
    <>
      <select
        id={id}
        className={`${fieldStyles.control} ${styles.select}`}
        aria-label={`Pin de ${name}`}
        aria-invalid={isGone || undefined}
        aria-describedby={isGone ? `${id}-error` : undefined}
        value={isGone ? NONE : keyOf(choosePin(kind, offered))}
        onChange={({ target }) => {
          const next = kinds.find((pin) => keyOf(pin) === target.value);
          if (next) onChoose(kindChoice(next));
        }}
      >
        {isGone && (
          <option value={NONE} disabled>
            Elige otro pin
          </option>
        )}
        {kinds.map((pin) => (
          <option key={keyOf(pin)} value={keyOf(pin)}>
            {kindName(pin)}
          </option>
        ))}
      </select>
      {isGone && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          El pin que elegiste ya no se ofrece.
        </p>
      )}
    </>
  );
}

type NoticeProps = {
  pictures: readonly Picture[];
  /** Moves to the choice of a picture's pin. */
  onShow: (id: string) => void;
};

/** Chosen pins that the shop no longer offers: each of these pictures needs another one. */
export function UnofferedNotice({ pictures, onShow }: NoticeProps) {
  return (
    <Notice tone="error">
      Ya no ofrecemos el pin que elegiste para {pictures.length === 1 ? 'esta imagen' : 'estas'}:
      elige otro para seguir con tu pedido.{' '}
      {pictures.map(({ id, name }) => (
        <Button key={id} variant="quiet" onClick={() => onShow(id)}>
          <bdi>{name}</bdi>
        </Button>
      ))}
    </Notice>
  );
}
