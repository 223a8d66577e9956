export function prefersLittleMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Scrolls an element to the top of the window, gently unless the visitor dislikes that. */
export function scrollToTop(element: Element) {
  element.scrollIntoView({ behavior: prefersLittleMotion() ? 'auto' : 'smooth', block: 'start' });
}
