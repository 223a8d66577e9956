// Code that journeys evaluate in the page uses the page's globals.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Streams opened by a journey's faked camera. */
interface Window {
  cameraTracks?: MediaStreamTrack[];
}
