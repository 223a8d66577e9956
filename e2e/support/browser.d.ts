// Code that journeys evaluate in the page uses the page's globals.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Streams opened by a journey's faked camera, and what has moved in the page. */
interface Window {
  cameraTracks?: MediaStreamTrack[];
  layoutShifts?: { value: number; moved: string[] }[];
  /** The interactions that `npm run bench taps` measures. */
  measured: { taps: Map<number, { what: string; ms: number }>; shift: number };
}

/** Not in TypeScript's library yet (https://wicg.github.io/layout-instability/). */
interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}
