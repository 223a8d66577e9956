import { useState } from 'react';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './Proof.module.css';
import type { ShownProof } from './shown-proof.ts';

type Item = ShownProof['items'][number];

export function ProofPins({ items }: { items: readonly Item[] }) {
  return (
    <ul className={styles.pins}>
      {items.map((item, index) => (
        <ProofPin key={item.imageUrl} item={item} name={`Imagen ${index + 1}`} />
      ))}
    </ul>
  );
}

function ProofPin({ item, name }: { item: Item; name: string }) {
  const [isLost, setLost] = useState(false);
  const { imageUrl, crop, press, quantity } = item;
  return (
    <li className={styles.pin}>
      {isLost ? (
        <span className={styles.lost}>Imagen no disponible</span>
      ) : (
        <PinFace
          src={imageUrl}
          crop={crop}
          press={press}
          size="full"
          onLost={() => setLost(true)}
        />
      )}
      <p className={styles.name}>
        {name}: <strong>{quantity === 1 ? '1 pin' : `${quantity} pines`}</strong>
      </p>
    </li>
  );
}
