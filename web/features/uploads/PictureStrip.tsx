import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './PictureStrip.module.css';
import type { Picture } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';
import { usePreview } from './use-preview.ts';

const SHOWN = 8;

type Props = { pictures: readonly Picture[]; previews: PreviewUrls };

/** The first eight pictures as pins, then how many more there are. */
export function PictureStrip({ pictures, previews }: Props) {
  const more = pictures.length - SHOWN;
  return (
    <ul className={styles.strip} aria-label="Tus imágenes">
      {pictures.slice(0, SHOWN).map((picture) => (
        <StripPin key={picture.id} picture={picture} previews={previews} />
      ))}
      {more > 0 && <li className={styles.more}>+{more}</li>}
    </ul>
  );
}

function StripPin({ picture, previews }: { picture: Picture; previews: PreviewUrls }) {
  return (
    <li className={styles.item}>
      <PinFace src={usePreview(previews, picture.id)} size="small" />
      <span className="visually-hidden" dir="auto">
        {picture.name}
      </span>
      {picture.quantity > 1 && <span className={styles.count}>×{picture.quantity}</span>}
    </li>
  );
}
