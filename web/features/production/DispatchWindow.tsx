import type { Parcel, WorkshopOrder } from '#contract/production/workshop.ts';
import { SendDialog } from '#web/ui/SendDialog.tsx';
import { useForm } from '#web/ui/use-form.ts';
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
  const form = useForm({
    initial: {
      courier: only?.shipping.courier ?? only?.deliveryData?.courier ?? usualCourier(),
      tracking: only?.shipping.trackingNumber ?? '',
    },
    // Both may be empty, and the fields limit their lengths.
    check: () => ({}),
    send: ({ courier, tracking }) => {
      const parcel = { courier: courier.trim() || null, tracking: tracking.trim() || null };
      storeCourier(parcel.courier);
      onSend(parcel);
    },
  });
  return (
    <SendDialog
      title="Despachado"
      subtitle={only ? `${only.id}, de ${only.fullName}` : countOrders(orders.length)}
      label="Marcar como despachado"
      width="narrow"
      form={form}
      onClose={onClose}
    >
      <p>{describeLeaving(orders)}</p>
      <ParcelFields
        courier={form.field('courier')}
        number={only ? form.field('tracking') : null}
        isOptional
      />
    </SendDialog>
  );
}
