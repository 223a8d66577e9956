import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactElement, useEffect, useState } from 'react';
import { toBody, toForm } from '#contract/delivery/delivery.ts';
import { readProfile, saveAddress } from '#contract/people/people.ts';
import { formatDate } from '#domain/base/dates.ts';
import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { describeDelivery } from '#domain/delivery/delivery-labels.ts';
import { savedAddressLabels } from '#domain/delivery/view-labels.ts';
import { DeliveryDialog } from '#web/features/delivery/DeliveryDialog.tsx';
import { savedAddressesKey } from '#web/features/delivery/saved-address.ts';
import { OrderHistory } from '#web/features/orders/OrderHistory.tsx';
import { Reauthentication } from '#web/features/people/Reauthentication.tsx';
import { type Account, accountOf, useAccountState } from '#web/lib/account.ts';
import { callApi } from '#web/lib/api.ts';
import { askToSignIn } from '#web/lib/ask-to-sign-in.ts';
import { fillPath } from '#web/lib/fill-path.ts';
import { closeOverlay, type ProfileTab } from '#web/lib/overlays.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { listShownOrders } from '#web/lib/shown-order.ts';
import { Button } from '#web/ui/Button.tsx';
import { breakable } from '#web/ui/breakable.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { Problem } from '#web/ui/FormFields.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import { useTask } from '#web/ui/use-task.ts';
import styles from './Profile.module.css';
import { SecurityTab } from './SecurityTab.tsx';

const tabs: readonly Tab<ProfileTab>[] = [
  { name: 'info', label: 'Informacion' },
  { name: 'address', label: 'Direcciones' },
  { name: 'orders', label: 'Mis Pedidos' },
  { name: 'security', label: 'Seguridad' },
];

const contents: Record<ProfileTab, (props: { account: Account }) => ReactElement | null> = {
  info: InfoTab,
  address: AddressTab,
  orders: OrderHistory,
  security: SecurityTab,
};

/** @param tab the first one shown */
export function ProfileDialog({ tab }: { tab: ProfileTab }) {
  const state = useAccountState();
  const account = accountOf(state);
  const [chosen, setChosen] = useState(tab);
  const isGone = state.name === 'guest';
  useEffect(() => {
    if (isGone) closeOverlay();
  }, [isGone]);

  if (!account) return null;
  const Content = contents[chosen];
  return (
    <Queries>
      <Dialog title="Mi Perfil" subtitle={breakable(account.email)} onClose={closeOverlay}>
        <Tabs label="Mi Perfil" tabs={tabs} chosen={chosen} onChoose={setChosen}>
          <div className={styles.content}>
            <Content account={account} />
          </div>
        </Tabs>
        <Reauthentication />
      </Dialog>
    </Queries>
  );
}

function InfoTab({ account }: { account: Account }) {
  const profile = useProfile(account);
  if (!profile.data) return <LoadState query={profile} lines={1} height="10.5rem" />;
  const { email, emailVerified, metadata } = profile.data.user;
  return (
    <div className="box">
      <Facts
        facts={[
          ['Email', breakable(email)],
          ['Estado de verificación', <Verification key="state" isVerified={emailVerified} />],
          ['Fecha de registro', formatDate(metadata.creationTime)],
          ['Último acceso', formatDate(metadata.lastSignInTime)],
        ]}
      />
    </div>
  );
}

function Verification({ isVerified }: { isVerified: boolean }) {
  return (
    <span className={isVerified ? styles.verified : styles.unverified}>
      <Icon name={isVerified ? 'tick' : 'warning'} />
      {isVerified ? 'Verificado' : 'No verificado'}
    </span>
  );
}

function AddressTab({ account }: { account: Account }) {
  const client = useQueryClient();
  const profile = useProfile(account);
  const [isEditing, setEditing] = useState(false);
  /** Values typed before the user went back. */
  const [typed, setTyped] = useState<DeliveryForm | null>(null);
  if (!profile.data) return <LoadState query={profile} lines={1} height="15rem" />;
  const { address } = profile.data;
  if (!address) {
    return (
      <>
        <EmptyState art="house">
          No tienes direcciones guardadas aun. Realiza un pedido para guardar tu direccion de
          entrega.
        </EmptyState>
        <JoinedAddress account={account} onSaved={() => void profile.refetch()} />
      </>
    );
  }
  const leave = (left: DeliveryForm | null) => {
    setTyped(left);
    setEditing(false);
  };
  const close = () => {
    leave(null);
    void profile.refetch();
    // The order form in progress offers it too.
    void client.invalidateQueries({ queryKey: savedAddressesKey(account.uid) });
  };
  return (
    <section className="box" aria-label="Dirección guardada">
      <Facts
        variant="tiles"
        facts={[
          ...describeDelivery(savedAddressLabels, address).map(
            ({ label, text }) => [label, text] as const,
          ),
          ['Último uso', formatDate(address.lastUsed)],
        ]}
      />
      <div className="row">
        <Button variant="secondary" onClick={() => setEditing(true)}>
          Corregir dirección
        </Button>
      </div>
      {isEditing && (
        <DeliveryDialog
          title="Corregir dirección"
          // An account's e-mail is known: a hidden field must not keep another one.
          initial={{ ...toForm(address), email: '' }}
          typed={typed}
          asksNotes={false}
          asksWay={false}
          confirm="Guardar y Continuar"
          send={save}
          onDone={close}
          onClose={close}
          onBack={leave}
        />
      )}
    </section>
  );
}

/** The address of a guest's order that joined the account, to save with a tap. */
function JoinedAddress({ account, onSaved }: { account: Account; onSaved: () => void }) {
  const { data: order } = useQuery({
    queryKey: ['last order', account.uid],
    queryFn: async () => {
      const path = fillPath(listShownOrders.path, {}, { limit: '1' });
      return (await callApi({ ...listShownOrders, path })).orders[0] ?? null;
    },
  });
  const saving = useTask(async () => {
    await save({ ...toForm(order?.deliveryData ?? {}), email: '' });
    onSaved();
  });
  if (!order?.deliveryData.address) return null;
  const { fullName, address, city } = order.deliveryData;
  return (
    <section className="box" aria-label="Dirección de tu último pedido">
      <p dir="auto">
        Tu último pedido fue a {address}, {city}, a nombre de {fullName}.
      </p>
      <Problem error={saving.error} />
      <div className="row">
        <Button variant="secondary" busy={saving.isBusy} onClick={saving.run}>
          Guardar esta dirección
        </Button>
      </div>
    </section>
  );
}

async function save(form: DeliveryForm): Promise<void> {
  await callApi(saveAddress, { body: toBody(form) }).catch(askToSignIn);
}

function useProfile({ uid }: Account) {
  return useQuery({ queryKey: ['profile', uid], queryFn: () => callApi(readProfile) });
}
