import { useState } from 'react';
import { pageConfig } from '#web/lib/config.ts';
import { MapFailure } from './MapStates.tsx';
import { PickerMap } from './PickerMap.tsx';
import type { PickerProps } from './picker-props.ts';

export function MapPicker(props: PickerProps) {
  const [settings] = useState(() => pageConfig.get().maps);
  const [tries, setTries] = useState(0);
  const [hasFailed, setFailed] = useState(false);
  if (hasFailed) {
    const retry = () => {
      setTries(tries + 1);
      setFailed(false);
    };
    return <MapFailure provider={settings.provider} onRetry={retry} />;
  }
  return <PickerMap key={tries} {...props} settings={settings} onFailure={() => setFailed(true)} />;
}
