import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { prefersLittleMotion } from '#web/ui/motion.ts';

const INTERVAL_MS = 5000;
/** A swipe has come to rest when nothing scrolls for this long. */
const REST_MS = 120;

const never = () => () => undefined;

/** Moves a row of slides: by itself every 5 s, by its buttons, by dots and by swiping. */
export function useCarousel(count: number) {
  const track = useRef<HTMLUListElement>(null);
  const rest = useRef(0);
  const isSwiped = useRef(false);
  const [index, setIndex] = useState(0);
  const [isHeld, setHeld] = useState({ hover: false, focus: false });
  const [choice, setChoice] = useState<boolean | null>(null);
  const littleMotion = useSyncExternalStore(never, prefersLittleMotion, () => false);
  const isPlaying = choice ?? !littleMotion;
  const isRunning = isPlaying && !isHeld.hover && !isHeld.focus;

  const goTo = (wanted: number) => {
    const next = (wanted + count) % count;
    isSwiped.current = false;
    setIndex(next);
    const row = track.current;
    row?.scrollTo({
      left: next * row.clientWidth,
      behavior: prefersLittleMotion() ? 'auto' : 'smooth',
    });
  };

  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(() => goTo(index + 1), INTERVAL_MS);
    return () => clearTimeout(timer);
  });

  const onScroll = () => {
    clearTimeout(rest.current);
    rest.current = window.setTimeout(() => {
      const row = track.current;
      if (row && isSwiped.current) setIndex(Math.round(row.scrollLeft / row.clientWidth));
    }, REST_MS);
  };

  return {
    track,
    index,
    isPlaying,
    isRunning,
    goTo,
    onScroll,
    /** From here on the finger says which picture is shown. */
    onTouchStart: () => {
      isSwiped.current = true;
    },
    toggle: () => setChoice(!isPlaying),
    setHover: (hover: boolean) => setHeld((held) => ({ ...held, hover })),
    setFocus: (focus: boolean) => setHeld((held) => ({ ...held, focus })),
  };
}
