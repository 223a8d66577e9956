import { useEffect, useEffectEvent } from 'react';
import { flushSync } from 'react-dom';

/** Events before a field is used, or its form rendered again. */
const EVENTS = ['pointerover', 'focusin', 'keydown', 'input', 'click', 'submit'];

/** Reads fields, and returns a function that updates their state; null if there is nothing new. */
type Reader = (typed: EventTarget | null) => (() => void) | null;

const readers = new Set<Reader>();

function readFields({ type, target }: Event) {
  const typed = type === 'input' ? target : null;
  // All are read first: a field is overwritten when its form is rendered.
  const updates = [...readers].flatMap((read) => read(typed) ?? []);
  // One by one: a form may compute its next state from the last one it rendered.
  for (const update of updates) flushSync(update);
}

/**
 * Reads fields that were filled without an event, as by some password managers, before the click,
 * key or submit that uses them is handled.
 * @param find returns what is new in the fields, null if nothing is; `typed` is the field of which
 * an event is about to tell
 */
export function useSilentFields<News>(
  find: (typed: EventTarget | null) => News | null,
  onNews: (news: News) => void,
): void {
  const look = useEffectEvent(find);
  const tell = useEffectEvent(onNews);
  useEffect(() => {
    const read: Reader = (typed) => {
      const news = look(typed);
      return news === null ? null : () => tell(news);
    };
    if (readers.size === 0)
      for (const name of EVENTS) document.addEventListener(name, readFields, { capture: true });
    readers.add(read);
    return () => {
      readers.delete(read);
      if (readers.size === 0)
        for (const name of EVENTS)
          document.removeEventListener(name, readFields, { capture: true });
    };
  }, []);
}

/** Returns what a field contains if neither its state nor an event knows it; else null. */
export function findSilent(field: unknown, known: string): string | null {
  const isField =
    field instanceof HTMLInputElement ||
    field instanceof HTMLTextAreaElement ||
    field instanceof HTMLSelectElement;
  // A field may show its state in another form, such as other line ends.
  if (!isField || !field.value || tidy(field.value) === tidy(known)) return null;
  return field.value;
}

const tidy = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** As `useSilentFields`, for the field with this id. */
export function useSilentField(id: string, known: string, onType: (text: string) => void): void {
  useSilentFields((typed) => {
    const field = document.getElementById(id);
    return field === typed ? null : findSilent(field, known);
  }, onType);
}
