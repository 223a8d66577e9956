import { useEffect, useEffectEvent } from 'react';

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

export const PANEL_TABS = ['pedidos', 'codigos', 'usuarios', 'taller', 'ajustes'] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

export type PanelPlace = {
  tab: PanelTab;
  /** The order that is open over the tab. */
  id: string | null;
  /** What narrows the tab's list: names and values as the address has them, none of them blank. */
  filters: Readonly<Record<string, string>>;
};

const PLACE = 'panel';

/** Reads a place from a query such as `panel=pedidos&estado=pendiente`; else the first tab. */
export function readPanelQuery(query: string): PanelPlace {
  const { [PLACE]: path = '', ...filters } = Object.fromEntries(new URLSearchParams(query));
  const [name, id] = path.split('/');
  const tab = PANEL_TABS.find((known) => known === name) ?? PANEL_TABS[0];
  return { tab, id: id || null, filters };
}

/** Returns a place as an address's query, such as `panel=taller/PIN-1`. */
export function writePanelQuery({ tab, id = null, filters = {} }: PanelTarget): string {
  const path = id === null ? tab : `${tab}/${encodeURIComponent(id)}`;
  const narrowed = Object.entries(filters).filter(([, value]) => value.trim() !== '');
  return [`${PLACE}=${path}`, new URLSearchParams(narrowed).toString()].filter(Boolean).join('&');
}

type PanelTarget = Pick<PanelPlace, 'tab'> & Partial<PanelPlace>;
