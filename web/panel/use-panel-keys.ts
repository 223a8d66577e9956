import { type RefObject, useEffect, useEffectEvent } from 'react';
import { MODAL } from '#web/ui/Dialog.tsx';

/** Elements that use letter keys themselves: there, a key is no shortcut. */
const TYPED_IN = 'textarea, select, input:not([type="checkbox"], [type="radio"])';

/** Marks the button that opens a row of a list, for the keys `j` and `k`. */
export const rowKey = { 'data-row': '' } as const;

/** Keyboard shortcuts while no window is open: `j`/`k` next/previous row, `/` search, `?` help. */
export function usePanelKeys(
  panel: RefObject<HTMLElement | null>,
  { isOn, onHelp }: { isOn: boolean; onHelp: () => void },
): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (!isOn || event.ctrlKey || event.metaKey || event.altKey || !panel.current) return;
    if (document.querySelectorAll(MODAL).length !== 1 || event.defaultPrevented) return;
    if (target instanceof HTMLElement && (target.isContentEditable || target.matches(TYPED_IN))) {
      return;
    }
    const next = {
      j: () => findRow(panel.current, 1),
      k: () => findRow(panel.current, -1),
      '/': () => panel.current?.querySelector<HTMLElement>('input[type="search"]'),
    }[key];
    if (!next && key !== '?') return;
    event.preventDefault();
    if (next) next()?.focus();
    else onHelp();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Returns the row next to the focused one, else the open one, else the first. */
function findRow(panel: HTMLElement | null, by: 1 | -1): HTMLElement | undefined {
  const rows = [...(panel?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const focused = document.activeElement;
  const find = (isIt: (row: Element) => boolean) =>
    rows.findIndex((row) => isIt(row.closest('li') ?? row));
  const focusedAt = find((row) => row.contains(focused));
  const at = focusedAt < 0 ? find((row) => row.matches('[aria-current]')) : focusedAt;
  return at < 0 ? rows[0] : rows[Math.max(at + by, 0)];
}
