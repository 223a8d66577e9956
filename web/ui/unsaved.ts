import { createContext, useContext, useEffect, useId } from 'react';

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
