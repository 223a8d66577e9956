import { BackupPart } from '#web/features/backup/BackupPart.tsx';
import { OpeningList } from '#web/features/opening/OpeningList.tsx';
import { ProductsPart } from '#web/features/products/ProductsPart.tsx';
import { SettingsTab } from '#web/features/settings/SettingsTab.tsx';

/** The panel's settings, with what other features have there. */
export function ShopSettings() {
  return (
    <SettingsTab
      products={({ products, press }, onDone) => (
        <ProductsPart latest={products} press={press.values} onDone={onDone} />
      )}
      backup={<BackupPart />}
      opening={(saves, onGroup, rest) => (
        <OpeningList saves={saves} onGroup={onGroup}>
          {rest}
        </OpeningList>
      )}
    />
  );
}
