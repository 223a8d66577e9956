import { createContext, useContext, useEffect, useEffectEvent, useId } from 'react';

/** Hears from each part of a window whether something is typed there and not saved. */
export const Unsaved = createContext<(part: string, isTyped: boolean) => void>(() => undefined);

/** Tells the window around it whether something is typed here and not saved. */
export function useUnsaved(isTyped: boolean) {
  const tell = useContext(Unsaved);
  const part = useId();
  useEffect(() => {
    tell(part, isTyped);
    return () => tell(part, false);
  }, [tell, part, isTyped]);
}

type Guard = (goOn: () => void) => void;
const guards = new Set<Guard>();

/** Continues at once, or once the window beside the page has been asked about what is typed there. */
export function leaveTyped(goOn: () => void): void {
  const [guard = (go) => go()] = guards;
  guard(goOn);
}

/** Has a window asked before the page around it changes. */
export function useLeaveGuard(guard: Guard, isOn: boolean) {
  const ask = useEffectEvent(guard);
  useEffect(() => {
    if (!isOn) return;
    const own: Guard = (goOn) => ask(goOn);
    guards.add(own);
    return () => void guards.delete(own);
  }, [isOn]);
}
