export function prefersLittleMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Scrolls an element to the top of the window, smoothly unless reduced motion is preferred. */
export function scrollToTop(element: Element) {
  element.scrollIntoView({ behavior: prefersLittleMotion() ? 'auto' : 'smooth', block: 'start' });
}
