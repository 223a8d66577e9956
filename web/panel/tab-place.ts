import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { tryStorage } from '#web/lib/browser-storage.ts';

export type Filters = PanelPlace['filters'];

export type OrderWindowProps = {
  id: string;
  /** Beside the list from which it was opened, not over it. */
  isBeside?: boolean;
  onClose: () => void;
  onDeleted: () => void;
};

export type TabPlace = {
  filters: Filters;
  onFilters: (filters: Filters) => void;
  /** The order that is open over the tab. */
  open: string | null;
  onOpen: (id: string | null) => void;
  /** Renders the open order. */
  orderWindow: (props: OrderWindowProps) => ReactNode;
};

/** Calls `note` with a value on the first render and after each change. */
export function useNoted<T>(value: T, note: (value: T) => void): void {
  const tell = useEffectEvent(note);
  useEffect(() => tell(value), [value]);
}

/** Returns the key of a word in a URL; null for an unknown word. */
export function keyOfWord<Key extends string>(
  words: Readonly<Record<Key, string>>,
  word: string | undefined,
): Key | null {
  for (const key in words) if (words[key] === word) return key;
  return null;
}

export const PANEL_TABS = [
  'pedidos',
  'hoy',
  'taller',
  'codigos',
  'usuarios',
  'ventas',
  'ajustes',
  'salud',
] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

export type PanelPlace = {
  tab: PanelTab;
  /** The order that is open over the tab. */
  id: string | null;
  /** The list's filters: names and values as in the URL, none of them empty. */
  filters: Readonly<Record<string, string>>;
};

const PLACE = 'panel';

/** Reads a place from a query such as `panel=pedidos&estado=pendiente`; by default the last tab. */
export function readPanelQuery(query: string): PanelPlace {
  const { [PLACE]: path = '', ...filters } = Object.fromEntries(new URLSearchParams(query));
  const [name, id] = path.split('/');
  const tab =
    findTab(name) ?? findTab(tryStorage(() => localStorage.getItem(LAST_TAB))) ?? PANEL_TABS[0];
  return { tab, id: id || null, filters };
}

const LAST_TAB = 'pines.panel-tab';

/** Remembers the tab that is opened next time. */
export const keepLastTab = (tab: PanelTab) => tryStorage(() => localStorage.setItem(LAST_TAB, tab));

function findTab(name: string | null | undefined): PanelTab | undefined {
  return PANEL_TABS.find((known) => known === name);
}

/** Returns a place as a URL's query, such as `panel=taller/PIN-1`. */
export function writePanelQuery({ tab, id = null, filters = {} }: PanelTarget): string {
  const path = id === null ? tab : `${tab}/${encodeURIComponent(id)}`;
  const narrowed = Object.entries(filters).filter(([, value]) => value.trim() !== '');
  return [`${PLACE}=${path}`, new URLSearchParams(narrowed).toString()].filter(Boolean).join('&');
}

type PanelTarget = Pick<PanelPlace, 'tab'> & Partial<PanelPlace>;
