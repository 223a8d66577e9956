import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { logFailure } from '#web/lib/log.ts';
import { loadAdapter, type MapSettings } from './load-adapter.ts';
import type { Camera, MapAdapter, MapOptions, MapView } from './map.ts';

export type OpenMap = { view: MapView; geocode: MapAdapter['geocode'] };

export type MapState = { name: 'loading' } | { name: 'ready'; map: OpenMap };

type Events = Pick<MapOptions, 'onPick' | 'onTiles' | 'onFailure'>;

/** Opens the map inside an element, once; where it looks first is asked when it is about to open. */
export function useMap(
  place: RefObject<HTMLElement | null>,
  settings: MapSettings,
  { firstCamera, ...events }: Events & { firstCamera: () => Camera },
): MapState {
  const [state, setState] = useState<MapState>({ name: 'loading' });
  const onPick = useEffectEvent(events.onPick);
  const onTiles = useEffectEvent(events.onTiles);
  const onFailure = useEffectEvent(events.onFailure);
  const camera = useEffectEvent(firstCamera);

  useEffect(() => {
    let isWanted = true;
    let view: MapView | null = null;
    const fail = (error: unknown) => {
      if (!isWanted) return;
      logFailure('map', error);
      onFailure();
    };
    const open = async () => {
      const adapter = await loadAdapter(settings);
      if (!isWanted || !place.current) return;
      const opened = await adapter.open(place.current, {
        ...camera(),
        onPick: (point) => onPick(point),
        onTiles: (arrive) => onTiles(arrive),
        onFailure: () => fail(new Error('the map stopped working')),
      });
      if (!isWanted) {
        opened.close();
        return;
      }
      view = opened;
      setState({ name: 'ready', map: { view: opened, geocode: adapter.geocode } });
    };
    open().catch(fail);
    return () => {
      isWanted = false;
      view?.close();
    };
  }, [place, settings]);

  return state;
}
