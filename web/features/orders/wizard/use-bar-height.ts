import { useEffect, useRef } from 'react';

/** A piece of news stands below the bar where there is this much room, in pixels. */
const ROOM = 96;

/** Scrolls what has the focus out from behind a bar that has grown or has come to stay. */
function uncoverFocus(bar: Element) {
  const focused = document.activeElement;
  if (!focused || focused === document.body || bar.contains(focused)) return;
  const { top, bottom } = focused.getBoundingClientRect();
  const isCovered = top < innerHeight && bottom > bar.getBoundingClientRect().top;
  if (isCovered) focused.scrollIntoView({ block: 'nearest' });
}

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
      const taken = `${isStuck ? height : 0}px`;
      const hasChanged = style.getPropertyValue('--bar-height') !== taken;
      style.setProperty('--bar-height', taken);
      style.setProperty('--bar-cover', `${isNear ? innerHeight - top : 0}px`);
      if (isStuck && hasChanged) uncoverFocus(current);
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
