import { useId } from 'react';
import { ADMIN_LIMITS } from '#contract/orders-admin.ts';
import { COURIERS } from '#domain/couriers.ts';
import { Field } from '#web/ui/Field.tsx';

type Text = { value: string; onType: (value: string) => void };

type Props = {
  courier: Text;
  /** Null: there is more than one parcel. */
  number: Text | null;
  isOptional?: boolean;
};

export function ParcelFields({ courier, number, isOptional = false }: Props) {
  const list = useId();
  return (
    <>
      <Field label="Empresa de envío" isOptional={isOptional}>
        {(input) => (
          <input
            {...input}
            type="text"
            dir="auto"
            list={list}
            maxLength={ADMIN_LIMITS.courier}
            value={courier.value}
            onChange={({ target }) => courier.onType(target.value)}
          />
        )}
      </Field>
      {number && (
        <Field label="Número de seguimiento" isOptional={isOptional}>
          {(input) => (
            <input
              {...input}
              type="text"
              maxLength={ADMIN_LIMITS.trackingNumber}
              value={number.value}
              onChange={({ target }) => number.onType(target.value)}
            />
          )}
        </Field>
      )}
      <datalist id={list}>
        {COURIERS.map((known) => (
          <option key={known} value={known} />
        ))}
      </datalist>
    </>
  );
}
