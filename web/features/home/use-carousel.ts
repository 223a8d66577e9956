import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { prefersLittleMotion } from '#web/ui/motion.ts';

const INTERVAL_MS = 5000;
/** A photo is fetched this long after its neighbour came into view, well before its own turn. */
const FETCH_AHEAD_MS = 2500;
/** A swipe has come to rest when nothing scrolls for this long. */
const REST_MS = 120;

const never = () => () => undefined;

/** Moves a row of slides: by itself every 5 s, by its buttons, by dots and by swiping. */
export function useCarousel(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef(0);
  const isSwiped = useRef(false);
  const [index, setIndex] = useState(0);
  const [near, setNear] = useState<ReadonlySet<number>>(new Set([0]));
  const [isHeld, setHeld] = useState({ hover: false, focus: false });
  const [choice, setChoice] = useState<boolean | null>(null);
  const littleMotion = useSyncExternalStore(never, prefersLittleMotion, () => false);
  const isPlaying = choice ?? !littleMotion;
  const isRunning = isPlaying && !isHeld.hover && !isHeld.focus;

  const round = (wanted: number) => (wanted + count) % count;
  const bringNear = (...wanted: number[]) =>
    setNear((known) =>
      wanted.every((slide) => known.has(slide)) ? known : new Set([...known, ...wanted]),
    );

  const goTo = (wanted: number) => {
    const next = round(wanted);
    isSwiped.current = false;
    bringNear(next);
    setIndex(next);
    const row = track.current;
    row?.scrollTo({
      left: next * row.clientWidth,
      behavior: prefersLittleMotion() ? 'auto' : 'smooth',
    });
  };

  const fetchAhead = useEffectEvent((slide: number) => bringNear(round(slide)));
  const goOn = useEffectEvent((slide: number) => goTo(slide));
  // Only another slide or a halt starts the time anew: fetching the next photo draws anew, too.
  useEffect(() => {
    if (!isRunning) return;
    const next = index + 1;
    const timers = [
      setTimeout(() => fetchAhead(next), FETCH_AHEAD_MS),
      setTimeout(() => goOn(next), INTERVAL_MS),
    ];
    return () => timers.forEach(clearTimeout);
  }, [isRunning, index]);

  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => {
      const row = track.current;
      if (!row || !isSwiped.current) return;
      const shown = Math.round(row.scrollLeft / row.clientWidth);
      setIndex(shown);
      bringNear(shown, round(shown + 1));
    }, REST_MS);
  };

  return {
    track,
    index,
    isPlaying,
    isRunning,
    goTo,
    onScroll,
    /** Whether a slide is, was or will soon be in view: only then is its photo fetched. */
    isNear: (slide: number) => near.has(slide),
    /** From here on the finger says which picture is shown. */
    onTouchStart: () => {
      isSwiped.current = true;
      bringNear(round(index + 1), round(index - 1));
    },
    toggle: () => setChoice(!isPlaying),
    setHover: (hover: boolean) => {
      if (hover) bringNear(round(index + 1), round(index - 1));
      setHeld((held) => ({ ...held, hover }));
    },
    setFocus: (focus: boolean) => {
      if (focus) bringNear(round(index + 1), round(index - 1));
      setHeld((held) => ({ ...held, focus }));
    },
  };
}
