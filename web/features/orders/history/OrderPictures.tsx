import { useState } from 'react';
import { describePins } from '#domain/pins.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './OrderPictures.module.css';
import type { ShownOrder } from './shown-order.ts';

type Item = ShownOrder['items'][number];

export function OrderPictures({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.pictures}>
      {items.map((item, index) => (
        <li key={item.imageUrl} className={styles.item}>
          <Thumbnail item={item} name={`Imagen ${index + 1}`} />
        </li>
      ))}
    </ul>
  );
}

function Thumbnail({ item, name }: { item: Item; name: string }) {
  const [isLost, setLost] = useState(false);
  return (
    <figure className={styles.figure}>
      {isLost ? (
        <p className={`rimmed ${styles.lost}`}>Imagen no disponible</p>
      ) : (
        <a
          className={styles.link}
          aria-label={name}
          href={item.imageUrl}
          target="_blank"
          rel="noreferrer"
        >
          <PinFace
            src={item.thumbnailUrl}
            crop={item.crop}
            press={item.press}
            size="large"
            onLost={() => setLost(true)}
          />
        </a>
      )}
      <figcaption className={styles.caption}>
        <span className={styles.name}>
          {name}
          {item.quantity > 1 && ` ${describePins(item)}`}
        </span>
        {item.notes && <span dir="auto">{item.notes}</span>}
      </figcaption>
    </figure>
  );
}
