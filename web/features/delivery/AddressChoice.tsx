import { useEffect, useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { SavedAddress } from '#contract/people.ts';
import { regionName } from '#domain/regions.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './AddressChoice.module.css';
import formStyles from './DeliveryForm.module.css';
import type { FormParts } from './LineField.tsx';
import { isFilledWith, type SavedAddresses } from './saved-address.ts';

/** What comes sooner needs nothing in its place. */
const PATIENCE_MS = 400;

type Props = Pick<FormParts, 'control'> & {
  addresses: SavedAddresses;
  /** Whether anything was typed since an address was chosen: none is chosen then. */
  isEdited: boolean;
  onChoose: (address: SavedAddress) => void;
};

export function AddressChoice({ addresses, ...form }: Props) {
  if (addresses?.length === 0) return null;
  if (!addresses) return <Waiting />;
  return (
    <section className={formStyles.section}>
      <h3 className={formStyles.title}>Direcciones guardadas</h3>
      <ul className={styles.cards}>
        {addresses.map((saved) => (
          <li key={saved.lastUsed}>
            <AddressCard saved={saved} {...form} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = Omit<Props, 'addresses'> & { saved: SavedAddress };

function AddressCard({ saved, control, isEdited, onChoose }: CardProps) {
  const isFilled = useWatch({ control, compute: (form) => isFilledWith(form, saved) });
  const isChosen = isFilled && !isEdited;
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      onClick={() => onChoose(saved)}
    >
      <span className={`rimmed ${styles.mark}`}>
        <Icon name={isChosen ? 'tick' : 'pin'} />
      </span>
      <span className={styles.lines}>
        <strong dir="auto">{saved.fullName}</strong>
        <span dir="auto">{saved.address}</span>
        <span>
          {saved.city}, {regionName(saved.region)}
        </span>
        <span className={styles.phone}>{saved.phone}</span>
      </span>
    </button>
  );
}

function Waiting() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isSlow) return null;
  return (
    <section className={formStyles.section}>
      <h3 className={formStyles.title}>Direcciones guardadas</h3>
      <Skeleton lines={1} height="calc(4lh + 2.25rem)" />
    </section>
  );
}
