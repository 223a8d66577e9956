// What journeys evaluate inside the page knows the page's globals.
/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** What the faked camera of a journey has opened. */
interface Window {
  cameraTracks?: MediaStreamTrack[];
}
