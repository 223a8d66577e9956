import { type Discount, describeMinimum, missingAmount } from '#domain/discounts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './DiscountField.module.css';

type Props = {
  discount: Discount;
  /** Price of the pins before shipping, in pesos. */
  imagesTotal: number;
  isDisabled: boolean;
  onRemove: () => void;
};

/** The code that the order carries, or would carry with more pins. */
export function AppliedCode({ discount, imagesTotal, isDisabled, onRemove }: Props) {
  const { code, name, oncePerBuyer } = discount;
  const isCounted = missingAmount(discount, imagesTotal) === 0;
  return (
    <div className={isCounted ? styles.applied : `${styles.applied} ${styles.waiting}`}>
      <Icon name={isCounted ? 'tick' : 'info'} />
      <p>
        Código <strong>{code}</strong>
        {name && <span dir="auto">{name}</span>}
        {oncePerBuyer && <span>Vale una vez por persona</span>}
        {!isCounted && <strong>{describeMinimum(discount, imagesTotal)}</strong>}
      </p>
      <Button variant="quiet" disabled={isDisabled} onClick={onRemove}>
        Quitar código
      </Button>
    </div>
  );
}
