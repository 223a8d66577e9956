import { useEffect, useRef } from 'react';

/**
 * Tells the page how much of the window's foot a bar covers (`--bar-height`), so that what gets
 * the focus and what is news never hides behind it.
 */
export function useBarHeight() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = bar;
    const { style } = document.documentElement;
    if (!current) return;
    const tell = () => {
      const isStuck = getComputedStyle(current).position === 'sticky';
      style.setProperty('--bar-height', `${isStuck ? current.offsetHeight : 0}px`);
    };
    const observer = new ResizeObserver(tell);
    observer.observe(current);
    addEventListener('resize', tell);
    return () => {
      observer.disconnect();
      removeEventListener('resize', tell);
      style.removeProperty('--bar-height');
    };
  }, []);
  return bar;
}
