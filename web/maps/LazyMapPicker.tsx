import { pageConfig } from '#web/lib/config.ts';
import { createLoader, demand, useLoaded } from '#web/lib/loader.ts';
import styles from './MapPicker.module.css';
import { MapFailure, MapLoading, type PickerProps } from './MapStates.tsx';

const picker = createLoader('map', () => import('./MapPicker.tsx'));

export function LazyMapPicker(props: PickerProps) {
  const loading = useLoaded(picker);
  if (loading.name === 'ready') return <loading.module.MapPicker {...props} />;
  if (loading.name === 'failed') {
    const { provider } = pageConfig.get().maps;
    return <MapFailure provider={provider} onRetry={() => demand(picker)} />;
  }
  return (
    <div className={styles.frame}>
      <MapLoading />
    </div>
  );
}
