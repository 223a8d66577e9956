import { useState } from 'react';
import { findBlur } from '#domain/pins/blur.ts';
import { choosePin, kindName } from '#domain/pins/choice.ts';
import { SHARPNESS_LABELS } from '#domain/pins/sharpness.ts';
import { Button } from '#web/ui/Button.tsx';
import { PicturePin } from './PicturePin.tsx';
import { PictureStudio } from './PictureStudio.tsx';
import { PictureTexts } from './PictureTexts.tsx';
import styles from './PinList.module.css';
import { cropOf, type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { hasKinds, useOffer, usePictureName, usePin } from './use-pin.ts';

/** Pins of a strip; of more, their number. */
const SHOWN = 8;
/** So few pins take no more room as rows. */
const ROWS = 2;
/** Blurred pictures that are named. */
const NAMED = 3;

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  isDisabled: boolean;
  onEdit: (
    id: string,
    edits: Partial<Pick<Picture, 'quantity' | 'crop' | 'text' | 'names'>>,
  ) => void;
};

/**
 * The pins of an order before it is confirmed, with ways to change them: many as a strip, which
 * unfolds to rows with their quantities.
 */
export function PinList({ pictures, previews, isDisabled, onEdit }: Props) {
  const [isWhole, setWhole] = useState(pictures.length <= ROWS);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const more = pictures.length - SHOWN;
  return (
    <>
      {isWhole ? (
        <ul className="stack-4" aria-label="Tus imágenes">
          {pictures.map((picture) => (
            <PinItem
              key={picture.id}
              {...{ picture, previews, isDisabled, onEdit }}
              onAdjust={() => setAdjusted(picture.id)}
            />
          ))}
        </ul>
      ) : (
        <div className={`row ${styles.folded}`}>
          <ul className="row" aria-label="Tus imágenes">
            {pictures.slice(0, SHOWN).map((picture) => (
              <li key={picture.id} className={styles.small}>
                <PicturePin picture={picture} previews={previews} size="small" />
                <span className="visually-hidden">{picture.name}</span>
                {picture.quantity > 1 && <span className={styles.count}>×{picture.quantity}</span>}
              </li>
            ))}
            {more > 0 && (
              <li>
                <button
                  type="button"
                  className={`round ${styles.more}`}
                  aria-label={`+${more}: mostrar todas`}
                  onClick={() => setWhole(true)}
                >
                  +{more}
                </button>
              </li>
            )}
          </ul>
          <Button variant="quiet" onClick={() => setWhole(true)}>
            Ver cantidades
          </Button>
        </div>
      )}
      <BlurredNames pictures={pictures} />
      <PictureStudio
        pictures={pictures}
        id={adjusted}
        previews={previews}
        onEdit={onEdit}
        onMove={setAdjusted}
      />
    </>
  );
}

/** Names the pictures that will print blurred, a last time before they are ordered. */
function BlurredNames({ pictures }: Pick<Props, 'pictures'>) {
  const offered = useOffer();
  const names = pictures.flatMap((picture) => {
    const pixels = pixelsOf(picture);
    const pin = choosePin(picture, offered);
    return pixels && findBlur(cropOf(picture), pixels, pin) ? [picture.name] : [];
  });
  if (names.length === 0) return null;
  const shown = names.slice(0, NAMED).join(', ');
  const rest = names.length > NAMED ? ` y ${names.length - NAMED} más` : '';
  return (
    <p className={styles.blurred} dir="auto">
      {names.length === 1 ? SHARPNESS_LABELS.blurred : 'Se verán borrosas'}: {shown}
      {rest}
    </p>
  );
}

type ItemProps = Pick<Props, 'previews' | 'isDisabled' | 'onEdit'> & {
  picture: Picture;
  onAdjust: () => void;
};

function PinItem({ picture, previews, isDisabled, onEdit, onAdjust }: ItemProps) {
  const name = usePictureName(picture);
  const offered = useOffer();
  const pin = usePin(picture);
  return (
    <li className={styles.pin}>
      <PicturePin picture={picture} previews={previews} size="medium" />
      <div className={styles.words}>
        <p className={styles.name} title={picture.name}>
          <bdi>{picture.name}</bdi>
        </p>
        {hasKinds(offered) && (
          <p className={styles.kind}>{kindName(choosePin(picture, offered))}</p>
        )}
        {picture.text && <PictureTexts {...{ picture, pin }} />}
        {picture.notes && (
          <p className="soft" dir="auto">
            {picture.notes}
          </p>
        )}
      </div>
      <div className={`row ${styles.controls}`}>
        {picture.names.length === 0 && (
          <QuantityInput
            value={picture.quantity}
            name={name}
            isDisabled={isDisabled}
            onChange={(quantity) => onEdit(picture.id, { quantity })}
          />
        )}
        <Button
          variant="quiet"
          aria-label={`Cambiar ${name}`}
          disabled={isDisabled || !pixelsOf(picture)}
          onClick={onAdjust}
        >
          Cambiar
        </Button>
      </div>
    </li>
  );
}
