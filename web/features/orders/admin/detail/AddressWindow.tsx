import { useId, useState } from 'react';
import type { AdminOrderDetail } from '#contract/orders-admin.ts';
import { correctAddress } from '#contract/orders-admin-calls.ts';
import type { DeliveryForm as Values } from '#domain/delivery.ts';
import { formatPesos } from '#domain/money.ts';
import { hasFreeShippingCode, shippingCost } from '#domain/pricing.ts';
import { callAdmin } from '#web/features/admin/call-admin.ts';
import { DeliveryForm } from '#web/features/delivery/DeliveryForm.tsx';
import type { DeliveryStage } from '#web/features/delivery/use-delivery-form.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { Actions } from '#web/ui/Actions.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { addressBody, addressForm } from './address-form.ts';
import styles from './Order.module.css';
import { useOrderChange } from './queries.ts';

type Props = { order: AdminOrderDetail; onClose: () => void };

export function AddressWindow({ order, onClose }: Props) {
  const formId = useId();
  const [before] = useState(() => addressForm(order));
  const [values, setValues] = useState(before);
  const [followsCity, setFollowsCity] = useState(true);
  const [stage, setStage] = useState<DeliveryStage>('typing');
  const isBusy = stage !== 'typing';
  const isSending = stage === 'sending';
  const { change } = useOrderChange(order, 'Error al corregir la dirección');
  const { pricing } = order.deliveryData;
  const { shippingCost: agreed, subtotalAfterDiscount } = pricing;
  const { prices } = usePageConfig();
  const isKept = !values.city || hasFreeShippingCode(pricing);
  const shipping = isKept ? agreed : shippingCost(values, subtotalAfterDiscount, prices);
  const isDifferent = shipping !== agreed;

  const send = async (form: Values) => {
    const body = addressBody(order, form, isDifferent && followsCity);
    const { tone, text } = await change((target) => callAdmin(correctAddress, { ...target, body }));
    if (tone === 'error') throw new Error(text);
  };

  return (
    <FormDialog
      title="Corregir dirección"
      subtitle={`Pedido ${order.id}`}
      width="wide"
      locked={isBusy}
      isTyped={JSON.stringify(values) !== JSON.stringify(before)}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <DeliveryForm
        formId={formId}
        initial={before}
        signedIn={!order.isGuestOrder}
        asksNotes={false}
        send={send}
        onEdit={(edits) => setValues((now) => ({ ...now, ...edits }))}
        onStage={setStage}
        onComplete={onClose}
      />
      {isDifferent && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={followsCity}
            onChange={({ target }) => setFollowsCity(target.checked)}
          />
          Cambiar el envío de {formatPesos(agreed)} a {formatPesos(shipping)}, y con él el total
        </label>
      )}
      <Actions>
        <Button variant="secondary" disabled={isBusy} onClick={onClose}>
          Cancelar
        </Button>
        <Button type="submit" form={formId} busy={isSending} disabled={isBusy}>
          {isSending ? 'Guardando...' : 'Guardar dirección'}
        </Button>
      </Actions>
    </FormDialog>
  );
}
