import { useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { recordShipping } from '#contract/orders-admin-calls.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import parts from '#web/features/admin/parts.module.css';
import { Button } from '#web/ui/Button.tsx';
import { useUnsaved } from '#web/ui/unsaved.ts';
import { ParcelFields } from '../../ParcelFields.tsx';
import { afterSending } from './after-sending.ts';
import styles from './Order.module.css';
import { Part } from './Part.tsx';
import { useOrderChange } from './queries.ts';

export function ShippingPart({ order }: { order: AdminOrderDetail }) {
  const { shipping } = order;
  const [typedCourier, setCourier] = useState<string | null>(null);
  const [typedNumber, setNumber] = useState<string | null>(null);
  const { isBusy, outcome, change } = useOrderChange(order, 'Error al guardar el envío');
  const courier = typedCourier ?? shipping.courier ?? '';
  const trackingNumber = typedNumber ?? shipping.trackingNumber ?? '';
  useUnsaved(
    courier !== (shipping.courier ?? '') || trackingNumber !== (shipping.trackingNumber ?? ''),
  );
  const save = async () => {
    const body = {
      courier: courier.trim() || null,
      trackingNumber: trackingNumber.trim() || null,
    };
    const { tone } = await change((target) => callAdmin(recordShipping, { ...target, body }));
    if (tone === 'error') return;
    setCourier(afterSending(typedCourier, null));
    setNumber(afterSending(typedNumber, null));
  };
  return (
    <Part title="Envío" outcome={outcome}>
      <p className={parts.soft}>Va en el próximo correo sobre el estado del pedido.</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <ParcelFields
          courier={{ value: courier, onType: setCourier }}
          number={{ value: trackingNumber, onType: setNumber }}
        />
        <div className={styles.wide}>
          <Button
            type="submit"
            variant="secondary"
            busy={isBusy}
            disabled={typedCourier === null && typedNumber === null}
          >
            Guardar envío
          </Button>
        </div>
      </form>
    </Part>
  );
}
