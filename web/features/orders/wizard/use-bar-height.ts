import { useEffect, useRef } from 'react';

/** A piece of news stands below the bar where there is this much room, in pixels. */
const ROOM = 96;

/**
 * Tells the page how tall a bar at the window's foot is (`--bar-height`), so that what gets the
 * focus never hides behind it, and how far it reaches up from there (`--bar-cover`), so that news
 * does not hide the bar.
 */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    const { style } = document.documentElement;
    if (!current) return;
    const tell = () => {
      const isStuck = getComputedStyle(current).position === 'sticky';
      const { top, bottom, height } = current.getBoundingClientRect();
      const isNear = top < innerHeight && innerHeight - bottom < ROOM;
      style.setProperty('--bar-height', `${isStuck ? height : 0}px`);
      style.setProperty('--bar-cover', `${isNear ? innerHeight - top : 0}px`);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    addEventListener('resize', tell);
    addEventListener('scroll', tell, { passive: true });
    return () => {
      observer.disconnect();
      removeEventListener('resize', tell);
      removeEventListener('scroll', tell);
      style.removeProperty('--bar-height');
      style.removeProperty('--bar-cover');
    };
  }, []);
  return bar;
}
