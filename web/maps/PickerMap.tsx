import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { SANTIAGO, ZOOM } from './defaults.ts';
import { LocateMe } from './LocateMe.tsx';
import type { MapSettings } from './load-adapter.ts';
import styles from './MapPicker.module.css';
import { MapLoading } from './MapStates.tsx';
import type { PickerProps } from './picker-props.ts';
import { useAim } from './use-aim.ts';
import { useChoice } from './use-choice.ts';
import { useCityView } from './use-city-view.ts';
import { useMap } from './use-map.ts';

type Props = PickerProps & { settings: MapSettings; onFailure: () => void };

export function PickerMap({ region, city, point, onChoose, settings, onFailure }: Props) {
  const hintId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [hasTiles, setHasTiles] = useState(true);
  const { news, choose, fail } = useChoice(onChoose);
  const state = useMap(place, settings, {
    firstCamera: () =>
      point ? { centre: point, zoom: ZOOM.point } : { centre: SANTIAGO, zoom: ZOOM.otherwise },
    onPick: choose,
    onTiles: setHasTiles,
    onFailure,
  });
  const open = state.name === 'ready' ? state.map : null;
  const searching = useCityView(open, { region, city, point });
  const { aim, keys } = useAim(open?.view ?? null, point, choose);

  const marked = aim ?? point;
  const variant = aim ? 'aiming' : 'chosen';
  useEffect(() => {
    open?.view.mark(marked, variant);
  }, [open, marked, variant]);

  return (
    <div className={styles.picker}>
      <div className={styles.frame}>
        <div
          ref={place}
          {...keys}
          className={styles.place}
          inert={!open}
          role="application"
          aria-label="Mapa para marcar el punto de entrega"
          aria-describedby={hintId}
        />
        {open ? (
          <div className={styles.zoom}>
            <button type="button" aria-label="Acercar" onClick={() => open.view.zoomBy(1)}>
              <Icon name="plus" />
            </button>
            <button type="button" aria-label="Alejar" onClick={() => open.view.zoomBy(-1)}>
              <Icon name="minus" />
            </button>
          </div>
        ) : (
          <MapLoading />
        )}
        <div role="status">
          {searching && (
            <p className={styles.banner}>
              <Spinner /> Buscando {searching} en el mapa...
            </p>
          )}
        </div>
      </div>
      <div id={hintId} className={styles.hint}>
        <p>Haz clic en el mapa o arrastra el marcador hasta el punto exacto de entrega.</p>
        <p>Con el teclado, mueve el marcador con las flechas y fíjalo con Enter.</p>
      </div>
      <div role="status" className={styles.news}>
        {!hasTiles && (
          <Notice tone="info" role="presentation">
            No pudimos cargar las calles del mapa. Puedes marcar el punto igual, guiándote por las
            ciudades, o seguir sin él.
          </Notice>
        )}
        {news?.tone === 'success' && (
          <Notice tone="success" role="presentation">
            {news.text}
          </Notice>
        )}
      </div>
      {news?.tone === 'error' && <Notice tone="error">{news.text}</Notice>}
      <LocateMe onFound={choose} onFailure={fail} />
    </div>
  );
}
