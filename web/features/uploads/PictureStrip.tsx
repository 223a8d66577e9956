import { PicturePin } from './PicturePin.tsx';
import styles from './PictureStrip.module.css';
import type { Picture } from './picture.ts';
import type { PreviewUrls } from './preview-urls.ts';

const SHOWN = 8;

type Props = { pictures: readonly Picture[]; previews: PreviewUrls };

export function PictureStrip({ pictures, previews }: Props) {
  const more = pictures.length - SHOWN;
  return (
    <ul className={styles.strip} aria-label="Tus imágenes">
      {pictures.slice(0, SHOWN).map((picture) => (
        <li key={picture.id} className={styles.item}>
          <PicturePin picture={picture} previews={previews} size="small" />
          <span className="visually-hidden" dir="auto">
            {picture.name}
          </span>
          {picture.quantity > 1 && <span className={styles.count}>×{picture.quantity}</span>}
        </li>
      ))}
      {more > 0 && <li className={styles.more}>+{more}</li>}
    </ul>
  );
}
