import { useStore } from '#web/lib/store.ts';

/** Devices whose primary pointer is a finger: phones and tablets. */
export const TOUCH = '(pointer: coarse)';

/** Returns true while a media query matches. */
export function useMedia(query: string): boolean {
  const get = () => matchMedia(query).matches;
  const subscribe = (listener: () => void) => listen(matchMedia(query), ['change'], listener);
  return useStore({ get, subscribe }, false);
}

const online = {
  get: () => navigator.onLine,
  subscribe: (listener: () => void) => listen(window, ['online', 'offline'], listener),
};

/** Returns false while the device knows that it is offline. */
export function useOnline(): boolean {
  return useStore(online, true);
}

function listen(to: EventTarget, events: readonly string[], listener: () => void) {
  for (const event of events) to.addEventListener(event, listener);
  return () => {
    for (const event of events) to.removeEventListener(event, listener);
  };
}
