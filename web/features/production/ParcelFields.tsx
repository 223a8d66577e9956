import { useId } from 'react';
import { ADMIN_LIMITS } from '#contract/orders/orders-admin.ts';
import { useSettings } from '#web/features/settings/queries.ts';
import { TextField } from '#web/ui/FormFields.tsx';
import { ScanButton } from './ScanButton.tsx';

type Text = { value: string; onType: (value: string) => void };

type Props = {
  courier: Text;
  /** Null: there are several parcels. */
  number: Text | null;
  isOptional?: boolean;
};

export function ParcelFields({ courier, number, isOptional = false }: Props) {
  const list = useId();
  const { data } = useSettings();
  return (
    <>
      <TextField
        label="Empresa de envío"
        isOptional={isOptional}
        dir="auto"
        list={list}
        maxLength={ADMIN_LIMITS.courier}
        value={courier.value}
        onType={courier.onType}
      />
      {number && (
        <TextField
          label="Número de seguimiento"
          isOptional={isOptional}
          maxLength={ADMIN_LIMITS.trackingNumber}
          value={number.value}
          onType={number.onType}
        />
      )}
      {number && <ScanButton onRead={number.onType} />}
      <datalist id={list}>
        {data?.settings.couriers.values.couriers.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
