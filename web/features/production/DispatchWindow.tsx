import { useState } from 'react';
import type { Parcel, WorkshopOrder } from '#contract/production/workshop.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { Actions } from '#web/ui/Actions.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Form } from '#web/ui/FormFields.tsx';
import { countOrders, describeLeaving } from './board-texts.ts';
import { ParcelFields } from './ParcelFields.tsx';
import { storeCourier, usualCourier } from './usual-courier.ts';

type Leaving = Pick<WorkshopOrder, 'id' | 'fullName' | 'shipping' | 'deliveryData' | 'reprint'>;

type DispatchWindowProps = {
  orders: readonly Leaving[];
  onSend: (parcel: Parcel) => void;
  onClose: () => void;
};

export function DispatchWindow({ orders, onSend, onClose }: DispatchWindowProps) {
  const [only] = orders.length === 1 ? orders : [];
  const start = only?.shipping.courier ?? only?.deliveryData?.courier ?? usualCourier();
  const startNumber = only?.shipping.trackingNumber ?? '';
  const [courier, setCourier] = useState(start);
  const [tracking, setTracking] = useState(startNumber);
  return (
    <FormDialog
      title="Despachado"
      subtitle={only ? `${only.id}, de ${only.fullName}` : countOrders(orders.length)}
      width="narrow"
      isTyped={courier !== start || tracking !== startNumber}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <p>{describeLeaving(orders)}</p>
      <Form
        onSend={() => {
          const parcel = { courier: courier.trim() || null, tracking: tracking.trim() || null };
          storeCourier(parcel.courier);
          onSend(parcel);
        }}
      >
        <ParcelFields
          courier={{ value: courier, onType: setCourier }}
          number={only ? { value: tracking, onType: setTracking } : null}
          isOptional
        />
        <Actions>
          <SmallButton onClick={onClose}>Cancelar</SmallButton>
          <SmallButton variant="primary" type="submit">
            Marcar como despachado
          </SmallButton>
        </Actions>
      </Form>
    </FormDialog>
  );
}
