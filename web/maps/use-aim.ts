import { type KeyboardEvent, useState } from 'react';
import type { Coordinates } from '#domain/delivery.ts';
import type { MapView } from './map.ts';

/** Pixels that an arrow moves the marker, and with the shift key. */
const STEP = 12;
const LEAP = 60;

const ways: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Arrows move the marker, Enter sets it, Escape gives up, + and - zoom; null: it is not moving. */
export function useAim(
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

  return {
    aim,
    keys: { tabIndex: 0, onKeyDown, onBlur: () => setAim(null) },
  };
}
