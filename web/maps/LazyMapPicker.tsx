import { useEffect, useState } from 'react';
import { readPageConfig } from '#web/lib/config.ts';
import { logFailure } from '#web/lib/log.ts';
import styles from './MapPicker.module.css';
import type { MapPicker } from './MapPicker.tsx';
import { MapFailure, MapLoading } from './MapStates.tsx';
import type { PickerProps } from './picker-props.ts';

type State = { name: 'loading' | 'failed' } | { name: 'ready'; Picker: typeof MapPicker };

/** The map, whose code is brought when it is first shown. */
export function LazyMapPicker(props: PickerProps) {
  const [tries, setTries] = useState(0);
  return <Attempt key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

function Attempt({ onRetry, ...props }: PickerProps & { onRetry: () => void }) {
  const [state, setState] = useState<State>({ name: 'loading' });
  useEffect(() => {
    let isWanted = true;
    import('./MapPicker.tsx').then(
      ({ MapPicker: Picker }) => isWanted && setState({ name: 'ready', Picker }),
      (error: unknown) => {
        logFailure('map', error);
        if (isWanted) setState({ name: 'failed' });
      },
    );
    return () => {
      isWanted = false;
    };
  }, []);

  if (state.name === 'ready') return <state.Picker {...props} />;
  if (state.name === 'failed') {
    return <MapFailure provider={readPageConfig(document).maps.provider} onRetry={onRetry} />;
  }
  return (
    <div className={styles.frame}>
      <MapLoading />
    </div>
  );
}
