import { useState } from 'react';
import { AdminPanel } from '#web/features/admin/AdminPanel.tsx';
import { DiscountsTab } from '#web/features/discounts/admin/DiscountsTab.tsx';
import { OrderWindow } from '#web/features/orders/admin/detail/OrderWindow.tsx';
import { OrdersTab } from '#web/features/orders/admin/list/OrdersTab.tsx';
import { noFilter } from '#web/features/orders/admin/list/order-filter.ts';
import { SecondFactorWindow } from '#web/features/people/admin/SecondFactorWindow.tsx';
import { UsersTab } from '#web/features/people/admin/UsersTab.tsx';
import { LazySettingsTab } from '#web/features/settings/LazySettingsTab.tsx';
import { WorkshopTab } from '#web/features/workshop/admin/WorkshopTab.tsx';

type TabName = 'orders' | 'discounts' | 'users' | 'workshop' | 'settings';

/** The owner's panel: each feature brings its part. */
export function OwnerPanel({ onClose }: { onClose: () => void }) {
  const [chosen, setChosen] = useState<TabName>('orders');
  const [filter, setFilter] = useState(noFilter);
  return (
    <AdminPanel
      chosen={chosen}
      onChoose={setChosen}
      onClose={onClose}
      tabs={[
        {
          name: 'orders',
          label: 'Pedidos',
          content: <OrdersTab filter={filter} onFilter={setFilter} />,
        },
        { name: 'discounts', label: 'Codigos de Descuento', content: <DiscountsTab /> },
        { name: 'users', label: 'Admin', content: <UsersTab /> },
        {
          name: 'workshop',
          label: 'Taller',
          content: <WorkshopTab orderWindow={(props) => <OrderWindow {...props} />} />,
        },
        { name: 'settings', label: 'Ajustes', content: <LazySettingsTab /> },
      ]}
    >
      <SecondFactorWindow onGiveUp={onClose} />
    </AdminPanel>
  );
}
