import { useEffect } from 'react';

/** How far a finger may slip and still mean what it pressed, in pixels. */
const SLIP = 10;

/**
 * Gives a press to what it began on where the page moved beneath it meanwhile, as when a line of
 * news made a list longer: the browser would give it to whatever holds both places. Who slides
 * away takes the press back, as ever.
 */
export function useHeldPresses() {
  useEffect(() => {
    const end = new AbortController();
    const options = { capture: true, signal: end.signal };
    let press: { on: HTMLElement; x: number; y: number } | null = null;

    const begin = ({ target, clientX: x, clientY: y }: PointerEvent) => {
      const on =
        target instanceof Element ? target.closest<HTMLElement>('button, a, summary') : null;
      press = on && { on, x, y };
    };
    const hold = (click: MouseEvent) => {
      const begun = press;
      press = null;
      const isPointers = click.detail > 0;
      if (!begun || !isPointers || click.composedPath().includes(begun.on)) return;
      if (Math.hypot(click.clientX - begun.x, click.clientY - begun.y) > SLIP) return;
      click.stopImmediatePropagation();
      click.preventDefault();
      begun.on.click();
    };
    addEventListener('pointerdown', begin, options);
    addEventListener('click', hold, options);
    return () => end.abort();
  }, []);
}
