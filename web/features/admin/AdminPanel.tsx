import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAccountState } from '#web/features/accounts/index.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import styles from './AdminPanel.module.css';
import { DiscountsTab } from './discounts/DiscountsTab.tsx';
import { OrdersTab } from './orders/OrdersTab.tsx';
import { noFilter } from './orders/order-filter.ts';
import { SecondFactorWindow } from './SecondFactorWindow.tsx';
import { UsersTab } from './users/UsersTab.tsx';

type TabName = 'orders' | 'discounts' | 'users';

const tabs: readonly Tab<TabName>[] = [
  { name: 'orders', label: 'Pedidos' },
  { name: 'discounts', label: 'Codigos de Descuento' },
  { name: 'users', label: 'Admin' },
];

/** A refusal is final, and what an admin sees is asked for anew each time it is opened. */
const queries = { networkMode: 'always', retry: false, refetchOnWindowFocus: false } as const;
const openClient = () =>
  new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } });

/** Orders, discount codes and accounts, for the shop's owner. */
export function AdminPanel({ onClose }: { onClose: () => void }) {
  const state = useAccountState();
  const [client] = useState(openClient);
  const [chosen, setChosen] = useState<TabName>('orders');
  const [filter, setFilter] = useState(noFilter);
  const isGone = state.name === 'guest';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  return (
    <QueryClientProvider client={client}>
      <Dialog title="Panel de administración" width="full" onClose={onClose}>
        <div className={styles.panel}>
          <Tabs label="Administración" tabs={tabs} chosen={chosen} onChoose={setChosen}>
            {chosen === 'orders' && <OrdersTab filter={filter} onFilter={setFilter} />}
            {chosen === 'discounts' && <DiscountsTab />}
            {chosen === 'users' && <UsersTab />}
          </Tabs>
        </div>
        <ReloadOnReturn isSignedIn={state.name === 'signedIn'} />
        <SecondFactorWindow onGiveUp={onClose} />
      </Dialog>
    </QueryClientProvider>
  );
}

/** Once an ended session is renewed, what could not be read is read again. */
function ReloadOnReturn({ isSignedIn }: { isSignedIn: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    if (isSignedIn) void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }, [isSignedIn, client]);
  return null;
}
