import { useLayoutEffect, useState } from 'react';
import { AdminPanel } from '#web/features/admin/AdminPanel.tsx';
import {
  type PanelPlace,
  type PanelTab,
  readPanelQuery,
  writePanelQuery,
} from '#web/features/admin/panel-address.ts';
import { BackupPart } from '#web/features/backup/BackupPart.tsx';
import { DiscountsTab } from '#web/features/discounts/admin/DiscountsTab.tsx';
import { OrderWindow } from '#web/features/orders/admin/detail/OrderWindow.tsx';
import { OrdersTab } from '#web/features/orders/admin/list/OrdersTab.tsx';
import { SecondFactorWindow } from '#web/features/people/admin/SecondFactorWindow.tsx';
import { UsersTab } from '#web/features/people/admin/UsersTab.tsx';
import { LazySettingsTab } from '#web/features/settings/LazySettingsTab.tsx';
import { WorkshopTab } from '#web/features/workshop/admin/WorkshopTab.tsx';
import { type Panel, panel as store } from '#web/lib/levels.ts';
import { useHeldPresses } from '#web/ui/use-held-presses.ts';

type Props = { panel: Panel; onClose: () => void };

const isSame = (one: Panel, other: Panel) => one.query === other.query && one.past === other.past;

/** Shows another place of the panel, in the address too. */
function go(place: PanelPlace, tabsOn: 0 | 1 = 0) {
  const now = store.get();
  if (!now) return;
  const next = { ...now, query: writePanelQuery(place), past: now.past + tabsOn };
  if (!isSame(now, next)) store.set(next);
}

export function OwnerPanel({ panel, onClose }: Props) {
  const place = readPanelQuery(panel.query);
  const [left, setLeft] = useState<Partial<Record<PanelTab, PanelPlace>>>({});
  // A window over the panel opens after it.
  const [isStanding, setStanding] = useState(false);
  useLayoutEffect(() => setStanding(true), []);
  useHeldPresses();

  const choose = (tab: PanelTab) => {
    if (tab === place.tab) return;
    setLeft({ ...left, [place.tab]: place });
    go(left[tab] ?? { tab, id: null, filters: {} }, 1);
  };
  // Another visit to a tab begins where its address says.
  const visit = panel.past;
  const tab = {
    filters: place.filters,
    onFilters: (filters: PanelPlace['filters']) => go({ ...place, filters }),
    open: isStanding ? place.id : null,
    onOpen: (id: string | null) => go({ ...place, id }),
  };
  return (
    <AdminPanel
      chosen={place.tab}
      onChoose={choose}
      onClose={onClose}
      tabs={[
        { name: 'pedidos', label: 'Pedidos', content: <OrdersTab key={visit} {...tab} /> },
        { name: 'codigos', label: 'Codigos de Descuento', content: <DiscountsTab /> },
        { name: 'usuarios', label: 'Admin', content: <UsersTab key={visit} {...tab} /> },
        {
          name: 'taller',
          label: 'Taller',
          content: (
            <WorkshopTab key={visit} {...tab} orderWindow={(props) => <OrderWindow {...props} />} />
          ),
        },
        { name: 'ajustes', label: 'Ajustes', content: <LazySettingsTab backup={<BackupPart />} /> },
      ]}
    >
      <SecondFactorWindow onGiveUp={onClose} />
    </AdminPanel>
  );
}
