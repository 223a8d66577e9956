import { useSyncExternalStore } from 'react';
import { panel } from '#web/lib/levels.ts';
import { createLoader } from '#web/lib/loader.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

const door = createLoader('admin panel', () => import('./PanelDoor.tsx'));

export const openPanel = () => panel.set({ query: 'panel=pedidos', past: 0 });
const close = () => panel.set(null);

export function AdminOverlay() {
  const open = useSyncExternalStore(panel.subscribe, panel.get, () => null);
  return (
    open && (
      <Loaded loader={door} onGiveUp={close}>
        {({ PanelDoor }) => <PanelDoor panel={open} onClose={close} />}
      </Loaded>
    )
  );
}
