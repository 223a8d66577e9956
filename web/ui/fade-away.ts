import { prefersLittleMotion } from './motion.ts';

/**
 * Lets the shape of a window fade after it has gone. What it held goes at once, so that nothing
 * can be pressed or read that is no longer there.
 *
 * @param element still on the page
 * @param className how the fading shape looks; its animation is the way out
 */
export function fadeAway(element: HTMLElement, className: string) {
  if (prefersLittleMotion()) return;
  const { left, top, width, height } = element.getBoundingClientRect();
  if (width === 0) return;
  const shape = document.createElement('div');
  shape.className = className;
  Object.assign(shape.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  });
  shape.addEventListener('animationend', () => shape.remove());
  queueMicrotask(() => {
    // Still there (a rehearsal), or another window took over.
    if (element.isConnected || document.querySelector('dialog:modal')) return;
    document.body.append(shape);
  });
}
