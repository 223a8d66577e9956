import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OrderHistory } from '#web/features/orders/OrderHistory.tsx';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import { closeOverlay } from '../overlays.ts';
import { AddressTab } from './AddressTab.tsx';
import { InfoTab } from './InfoTab.tsx';
import styles from './Profile.module.css';
import { SecurityTab } from './SecurityTab.tsx';

type TabName = 'info' | 'address' | 'orders' | 'security';

const tabs: readonly Tab<TabName>[] = [
  { name: 'info', label: 'Informacion' },
  { name: 'address', label: 'Direcciones' },
  { name: 'orders', label: 'Mis Pedidos' },
  { name: 'security', label: 'Seguridad' },
];

const contents: Record<TabName, (props: { account: Account }) => React.ReactNode> = {
  info: InfoTab,
  address: AddressTab,
  orders: OrderHistory,
  security: SecurityTab,
};

/** 'Mi Perfil': the account, its address, its orders. */
export function ProfileDialog() {
  const state = useAccountState();
  const account = accountOf(state);
  const [client] = useState(() => new QueryClient());
  const [chosen, setChosen] = useState<TabName>('info');
  const isGone = state.name === 'guest';
  useEffect(() => {
    if (isGone) closeOverlay();
  }, [isGone]);

  if (!account) return null;
  const Content = contents[chosen];
  return (
    <QueryClientProvider client={client}>
      <Dialog title="Mi Perfil" subtitle={account.email} onClose={closeOverlay}>
        <Tabs label="Mi Perfil" tabs={tabs} chosen={chosen} onChoose={setChosen}>
          <div className={styles.content}>
            <Content account={account} />
          </div>
        </Tabs>
        <ReloadOnReturn isSignedIn={state.name === 'signedIn'} />
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
