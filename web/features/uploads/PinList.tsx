import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { PicturePin } from './PicturePin.tsx';
import { PictureStudio } from './PictureStudio.tsx';
import styles from './PinList.module.css';
import { type Picture, pixelsOf } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { QuantityInput } from './QuantityInput.tsx';

const SHOWN = 8;

type Props = {
  pictures: readonly Picture[];
  previews: PreviewUrls;
  enlarge: (id: string) => Promise<Blob | null>;
  isDisabled: boolean;
  onEdit: (id: string, edits: Partial<Pick<Picture, 'quantity' | 'crop'>>) => void;
};

/** The pins of an order before it is confirmed: what each shows, how many, and a way to change both. */
export function PinList({ pictures, previews, enlarge, isDisabled, onEdit }: Props) {
  const [isWhole, setWhole] = useState(false);
  const [adjusted, setAdjusted] = useState<string | null>(null);
  const shown = isWhole ? pictures : pictures.slice(0, SHOWN);
  const more = pictures.length - shown.length;
  return (
    <ul className={styles.list} aria-label="Tus imágenes">
      {shown.map((picture) => (
        <li key={picture.id} className={styles.pin}>
          <PicturePin picture={picture} previews={previews} size="medium" />
          <div className={styles.words}>
            <p className={styles.name} title={picture.name}>
              <bdi>{picture.name}</bdi>
            </p>
            {picture.notes && (
              <p className={styles.notes} dir="auto">
                {picture.notes}
              </p>
            )}
          </div>
          <div className={styles.controls}>
            <QuantityInput
              value={picture.quantity}
              name={picture.name}
              isDisabled={isDisabled}
              onChange={(quantity) => onEdit(picture.id, { quantity })}
            />
            <Button
              variant="quiet"
              aria-label={`Cambiar ${picture.name}`}
              disabled={isDisabled || !pixelsOf(picture)}
              onClick={() => setAdjusted(picture.id)}
            >
              Cambiar
            </Button>
          </div>
        </li>
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
