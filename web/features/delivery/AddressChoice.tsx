import { useEffect, useState } from 'react';
import type { SavedAddress } from '#contract/people.ts';
import { regionName } from '#domain/regions.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import styles from './AddressChoice.module.css';
import formStyles from './DeliveryForm.module.css';
import type { SavedAddresses } from './saved-address.ts';

/** What comes sooner needs nothing in its place. */
const PATIENCE_MS = 400;

type Props = {
  addresses: SavedAddresses;
  chosen: SavedAddress | null;
  onChoose: (address: SavedAddress) => void;
};

/** Addresses of earlier orders; choosing one fills the form. */
export function AddressChoice({ addresses, chosen, onChoose }: Props) {
  if (addresses?.length === 0) return null;
  if (!addresses) return <Waiting />;
  return (
    <section className={formStyles.section}>
      <h3 className={formStyles.title}>Direcciones guardadas</h3>
      <ul className={styles.cards}>
        {addresses.map((saved) => (
          <li key={saved.lastUsed}>
            <AddressCard saved={saved} isChosen={saved === chosen} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type CardProps = { saved: SavedAddress; isChosen: boolean } & Pick<Props, 'onChoose'>;

function AddressCard({ saved, isChosen, onChoose }: CardProps) {
  return (
    <button
      type="button"
      className={styles.card}
      aria-pressed={isChosen}
      onClick={() => onChoose(saved)}
    >
      <span className={styles.mark}>
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
