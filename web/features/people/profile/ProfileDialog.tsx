import { useEffect, useState } from 'react';
import { OrderHistory } from '#web/features/orders/OrderHistory.tsx';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { Queries } from '#web/lib/Queries.tsx';
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

export function ProfileDialog() {
  const state = useAccountState();
  const account = accountOf(state);
  const [chosen, setChosen] = useState<TabName>('info');
  const isGone = state.name === 'guest';
  useEffect(() => {
    if (isGone) closeOverlay();
  }, [isGone]);

  if (!account) return null;
  const Content = contents[chosen];
  return (
    <Queries>
      <Dialog title="Mi Perfil" subtitle={account.email} onClose={closeOverlay}>
        <Tabs label="Mi Perfil" tabs={tabs} chosen={chosen} onChoose={setChosen}>
          <div className={styles.content}>
            <Content account={account} />
          </div>
        </Tabs>
      </Dialog>
    </Queries>
  );
}
