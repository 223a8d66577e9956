import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import type { Picture } from './picture.ts';
import styles from './QuantityForAll.module.css';
import { QuantityInput } from './QuantityInput.tsx';

type Props = { pictures: readonly Picture[]; onApply: (quantity: number) => void };

/** Gives all pictures the same quantity, once it is chosen and confirmed. */
export function QuantityForAll({ pictures, onApply }: Props) {
  const [quantity, setQuantity] = useState<number | null>(null);
  if (quantity === null) {
    return (
      <div>
        <Button variant="quiet" onClick={() => setQuantity(pictures[0]?.quantity ?? 1)}>
          Misma cantidad para todas
        </Button>
      </div>
    );
  }
  const apply = () => {
    onApply(quantity);
    setQuantity(null);
  };
  return (
    <div className={styles.form}>
      <span>Misma cantidad para todas</span>
      <QuantityInput value={quantity} name="todas" onChange={setQuantity} />
      <Button variant="secondary" onClick={apply}>
        Aplicar
      </Button>
    </div>
  );
}
