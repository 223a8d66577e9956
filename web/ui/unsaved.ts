import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
} from 'react';

/** Receives from each part of a window whether it has unsaved text. */
export const Unsaved = createContext<(part: string, isTyped: boolean) => void>(() => undefined);

/** Reports to the surrounding window whether there is unsaved text here. */
export function useUnsaved(isTyped: boolean) {
  const tell = useContext(Unsaved);
  const part = useId();
  // Before it is seen, so that no key can close the window first.
  useLayoutEffect(() => {
    tell(part, isTyped);
    return () => tell(part, false);
  }, [tell, part, isTyped]);
}

type Guard = (goOn: () => void) => void;
const guards = new Set<Guard>();

/** Continues at once, or after the window beside the page has asked about its unsaved text. */
export function leaveTyped(goOn: () => void): void {
  const [guard = (go) => go()] = guards;
  guard(goOn);
}

/** Asks a window before the page around it changes. */
export function useLeaveGuard(guard: Guard, isOn: boolean) {
  const ask = useEffectEvent(guard);
  useEffect(() => {
    if (!isOn) return;
    const own: Guard = (goOn) => ask(goOn);
    guards.add(own);
    return () => void guards.delete(own);
  }, [isOn]);
}
