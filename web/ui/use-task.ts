import { useState } from 'react';

/** Work started by a button: whether it is in progress, and its error until that is cleared. */
export function useTask(work: () => Promise<unknown>) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const attempt = async () => {
    setBusy(true);
    setError(null);
    try {
      await work();
    } catch (cause) {
      setError(cause);
    }
    setBusy(false);
  };
  return { isBusy, error, run: () => void attempt(), forget: () => setError(null) };
}
