import type { SavedAddress } from '#contract/accounts.ts';
import { regionName } from '#domain/regions.ts';
import { Icon } from '#web/ui/Icon.tsx';
import formStyles from './DeliveryForm.module.css';
import styles from './SavedAddresses.module.css';

type Props = {
  addresses: readonly SavedAddress[];
  chosen: SavedAddress | null;
  onChoose: (address: SavedAddress) => void;
};

/** Addresses of earlier orders; choosing one fills the form. */
export function SavedAddresses({ addresses, chosen, onChoose }: Props) {
  return (
    <section className={formStyles.section}>
      <h3 className={formStyles.title}>Direcciones guardadas</h3>
      <ul className={styles.cards}>
        {addresses.map((saved) => (
          <li key={saved.lastUsed}>
            <button
              type="button"
              className={styles.card}
              aria-pressed={saved === chosen}
              onClick={() => onChoose(saved)}
            >
              <span className={styles.mark}>{saved === chosen && <Icon name="tick" />}</span>
              <span className={styles.lines}>
                <strong dir="auto">{saved.fullName}</strong>
                <span dir="auto">{saved.address}</span>
                <span>
                  {saved.city}, {regionName(saved.region)}
                </span>
                <span>{saved.phone}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
