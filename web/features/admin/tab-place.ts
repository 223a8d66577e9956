import { useEffect, useEffectEvent } from 'react';
import type { PanelPlace } from '#web/features/admin/panel-address.ts';

export type Filters = PanelPlace['filters'];

export type TabPlace = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** The order that is open over the tab. */
  open: string | null;
  onOpen: (id: string | null) => void;
};

/** Notes a value when it first shows and whenever it changes. */
export function useNoted<T>(value: T, note: (value: T) => void): void {
  const tell = useEffectEvent(note);
  useEffect(() => tell(value), [value]);
}

/** Returns the key whose word an address has; null for any other word. */
export function keyOfWord<Key extends string>(
  words: Readonly<Record<Key, string>>,
  word: string | undefined,
): Key | null {
  for (const key in words) if (words[key] === word) return key;
  return null;
}
