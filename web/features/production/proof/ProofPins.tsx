import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import type { viewProof } from '#contract/production/proofs.ts';
import { quoteText } from '#domain/pins/choice.ts';
import { itemKeys } from '#web/lib/item-keys.ts';
import { PinFace } from '#web/ui/PinFace.tsx';
import styles from './Proof.module.css';

export type ShownProof = z.infer<typeof viewProof.answer>;

type Item = ShownProof['items'][number];
type PinsProps = {
  items: readonly Item[];
  /** Content below a pin. */
  children?: (at: number) => ReactNode;
};

export function ProofPins({ items, children }: PinsProps) {
  const keys = itemKeys(items);
  return (
    <ul className={styles.pins}>
      {items.map((item, index) => (
        <ProofPin key={keys[index]} item={item} name={`Imagen ${index + 1}`}>
          {children?.(index)}
        </ProofPin>
      ))}
    </ul>
  );
}

type PinProps = { item: Item; name: string; children: ReactNode };

function ProofPin({ item, name, children }: PinProps) {
  const { imageUrl, quantity } = item;
  return (
    <li className={styles.pin}>
      <PinFace src={imageUrl} pin={item} size="full" />
      <p className={styles.name}>
        {name}: <strong>{quantity === 1 ? '1 pin' : `${quantity} pines`}</strong> {quoteText(item)}
      </p>
      {children}
    </li>
  );
}
