import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#domain/dates.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { describeDelivery, savedAddressLabels } from '#domain/delivery-labels.ts';
import { savedAddressesKey } from '#web/features/delivery/saved-address.ts';
import type { Account } from '#web/lib/account.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Facts } from '#web/ui/Facts.tsx';
import { LoadState } from '#web/ui/LoadState.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AddressDialog } from './AddressDialog.tsx';
import styles from './Profile.module.css';
import { useProfile } from './queries.ts';

export function AddressTab({ account }: { account: Account }) {
  const client = useQueryClient();
  const { data, error, isFetching, refetch } = useProfile(account);
  const [isEditing, setEditing] = useState(false);
  const [typed, setTyped] = useState<DeliveryForm | null>(null);
  if (!data) {
    return (
      <LoadState error={error} isLoading={isFetching} onRetry={() => void refetch()}>
        <Skeleton lines={1} height="15rem" />
      </LoadState>
    );
  }
  const { address } = data;
  if (!address) {
    return (
      <EmptyState art="house">
        No tienes direcciones guardadas aun. Realiza un pedido para guardar tu direccion de entrega.
      </EmptyState>
    );
  }
  const leave = (left: DeliveryForm | null) => {
    setTyped(left);
    setEditing(false);
  };
  const close = () => {
    leave(null);
    void refetch();
    // The order that is being filled in offers it, too.
    void client.invalidateQueries({ queryKey: savedAddressesKey(account.uid) });
  };
  return (
    <section className={styles.card} aria-label="Dirección guardada">
      <Facts
        variant="tiles"
        facts={[
          ...describeDelivery(savedAddressLabels, address).map(
            ({ label, text }) => [label, text] as const,
          ),
          ['Último uso', formatDate(address.lastUsed)],
        ]}
      />
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => setEditing(true)}>
          Corregir dirección
        </Button>
      </div>
      {isEditing && (
        <AddressDialog address={address} typed={typed} onBack={leave} onClose={close} />
      )}
    </section>
  );
}
