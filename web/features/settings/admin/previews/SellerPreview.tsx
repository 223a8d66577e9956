import type { Settings } from '#domain/settings.ts';
import { SellerLines } from '#web/features/legal/SellerLines.tsx';
import styles from './Preview.module.css';

export function SellerPreview({ values }: { values: Settings['seller'] }) {
  return (
    <>
      <div className={styles.foot}>
        <p className={styles.title}>Quién vende</p>
        <ul className={styles.lines}>
          <SellerLines seller={values} />
        </ul>
      </div>
      <p className={styles.soft}>
        Los correos llegan de <strong>{values.senderName || values.name}</strong>. Los textos
        legales nombran a la tienda con estos mismos datos.
      </p>
    </>
  );
}
