import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Coordinates } from '#domain/delivery/delivery.ts';
import { pageConfig } from '#web/lib/config.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import styles from './MapPicker.module.css';
import { MapFailure, MapLoading, type PickerProps } from './MapStates.tsx';
import { type MapSettings, type MapView, SANTIAGO, ZOOM } from './map.ts';
import { useChoice, useCityView, useMap } from './use-map.ts';

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

type Props = PickerProps & { settings: MapSettings; onFailure: () => void };

function PickerMap({ region, city, point, onChoose, settings, onFailure }: Props) {
  const hintId = useId();
  const place = useRef<HTMLDivElement>(null);
  const [hasTiles, setHasTiles] = useState(true);
  const { notice, choose, fail } = useChoice(onChoose);
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
      <div id={hintId} className="soft">
        <p>Haz clic en el mapa o arrastra el marcador hasta el punto exacto de entrega.</p>
        <p>Con el teclado, mueve el marcador con las flechas y fíjalo con Enter.</p>
      </div>
      <div role="status" className={styles.notices}>
        {!hasTiles && (
          <Notice tone="info" role="presentation">
            No pudimos cargar las calles del mapa. Puedes marcar el punto igual, guiándote por las
            ciudades, o seguir sin él.
          </Notice>
        )}
        {point && notice?.tone === 'success' && (
          <Notice tone="success" role="presentation">
            {notice.text}
          </Notice>
        )}
      </div>
      {notice?.tone === 'error' && <Notice tone="error">{notice.text}</Notice>}
      <LocateMe onFound={choose} onFailure={fail} />
    </div>
  );
}

type LocateMeProps = { onFound: (point: Coordinates) => void; onFailure: (text: string) => void };

/** Requests the visitor's location, only after a click. */
function LocateMe({ onFound, onFailure }: LocateMeProps) {
  const [isBusy, setBusy] = useState(false);
  const hintId = useId();
  const found = useEffectEvent(onFound);
  const failed = useEffectEvent(onFailure);

  useEffect(() => {
    if (!isBusy) return;
    let isWanted = true;
    const settle = (report: () => void) => {
      if (!isWanted) return;
      setBusy(false);
      report();
    };
    findMe().then(
      (point) => settle(() => found(point)),
      (error: unknown) =>
        settle(() => failed(error instanceof Error ? error.message : locationTexts.unavailable)),
    );
    return () => {
      isWanted = false;
    };
  }, [isBusy]);

  return (
    <div className={styles.locate}>
      <Button
        variant="secondary"
        busy={isBusy}
        aria-describedby={hintId}
        onClick={() => setBusy(true)}
      >
        {isBusy ? 'Buscando tu ubicación...' : 'Usar mi ubicación'}
      </Button>
      <p id={hintId} className="soft">
        La usamos solo para poner el marcador donde estás; puedes moverlo antes de pedir.
      </p>
    </div>
  );
}

const TIMEOUT_MS = 15_000;

const locationTexts = {
  refused:
    'No tenemos permiso para ver tu ubicación. Puedes marcar el punto directamente en el mapa.',
  unavailable: 'No pudimos obtener tu ubicación. Puedes marcar el punto directamente en el mapa.',
} as const;

/** Returns the visitor's location from the browser. @throws Error with a message to show */
function findMe(): Promise<Coordinates> {
  const { promise, resolve, reject } = Promise.withResolvers<Coordinates>();
  if (!navigator.geolocation || !isSecureContext) {
    reject(new Error(locationTexts.unavailable));
    return promise;
  }
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => resolve({ lat: coords.latitude, lng: coords.longitude }),
    ({ code, PERMISSION_DENIED }) =>
      reject(
        new Error(code === PERMISSION_DENIED ? locationTexts.refused : locationTexts.unavailable),
      ),
    { enableHighAccuracy: true, timeout: TIMEOUT_MS },
  );
  return promise;
}

/** Pixels by which an arrow moves the marker, and with the Shift key. */
const STEP = 12;
const LEAP = 60;

const ways: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move the marker, Enter sets it, Escape cancels, + and - zoom; `aim` is null at rest. */
function useAim(
  view: MapView | null,
  chosen: Coordinates | null,
  choose: (point: Coordinates) => void,
) {
  const [aim, setAim] = useState<Coordinates | null>(null);

  const start = (open: MapView) => aim ?? chosen ?? open.camera().centre;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (!view || event.target !== event.currentTarget) return;
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const way = ways[event.key];
    if (way) {
      const size = event.shiftKey ? LEAP : STEP;
      const reached = view.step(start(view), way[0] * size, way[1] * size);
      view.reveal(reached);
      setAim(reached);
    } else if (event.key === 'Enter') {
      choose(start(view));
      setAim(null);
    } else if (event.key === 'Escape' && aim) setAim(null);
    else if (event.key === '+') view.zoomBy(1);
    else if (event.key === '-') view.zoomBy(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return { aim, keys: { tabIndex: 0, onKeyDown, onBlur: () => setAim(null) } };
}
