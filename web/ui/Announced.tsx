import { useDebounced } from './use-debounced.ts';

/** How long a text is unchanged before it is announced to screen readers, in milliseconds. */
const ANNOUNCE_MS = 1000;

/** Tells screen readers a text once it is unchanged for a second, so that they hear the result only. */
export function Announced({ text }: { text: string }) {
  // Memoising would cost the wizard more than it saves.
  'use no memo';
  const heard = useDebounced(text, ANNOUNCE_MS, '');
  return (
    <p className="visually-hidden" role="status">
      {heard}
    </p>
  );
}
