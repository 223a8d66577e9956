import { useState } from 'react';
import { choosePin, kindName } from '#domain/pins/choice.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Enlarge } from './make-preview.ts';
import { PicturePin } from './PicturePin.tsx';
import { PictureStudio } from './PictureStudio.tsx';
import { PictureTexts } from './PictureTexts.tsx';
import styles from './PinList.module.css';
import { type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';
import { hasKinds, useOffer, usePictureName, usePin } from './use-pin.ts';

const SHOWN = 8;

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  enlarge: Enlarge;
  isDisabled: boolean;
  onEdit: (
    id: string,
    edits: Partial<Pick<Picture, 'quantity' | 'crop' | 'text' | 'names'>>,
  ) => void;
};

/** The pins of an order before it is confirmed, with their quantity and ways to change both. */
export function PinList({ pictures, previews, enlarge, isDisabled, onEdit }: Props) {
  const [isWhole, setWhole] = useState(false);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN);
  const more = pictures.length - shown.length;
  return (
    <ul className={styles.list} aria-label="Tus imágenes">
      {shown.map((picture) => (
        <PinItem
          key={picture.id}
          {...{ picture, previews, isDisabled, onEdit }}
          onAdjust={() => setAdjusted(picture.id)}
        />
      ))}
      {more > 0 && (
        <li>
          <Button
            variant="secondary"
            aria-label={`Mostrar ${more} imágenes más`}
            onClick={() => setWhole(true)}
          >
            +{more}
          </Button>
        </li>
      )}
      <PictureStudio
        pictures={pictures}
        id={adjusted}
        previews={previews}
        enlarge={enlarge}
        onEdit={onEdit}
        onMove={setAdjusted}
      />
    </ul>
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
          <p className={styles.notes} dir="auto">
            {picture.notes}
          </p>
        )}
      </div>
      <div className={styles.controls}>
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
