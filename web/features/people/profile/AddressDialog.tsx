import { type SavedAddress, saveAddress } from '#contract/people.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { DeliveryDialog } from '#web/features/delivery/DeliveryDialog.tsx';
import { emptyDelivery } from '#web/features/delivery/empty-delivery.ts';
import { toForm } from '#web/features/delivery/saved-address.ts';
import { callApi } from '#web/lib/api.ts';
import { askToSignIn } from '#web/lib/ask-to-sign-in.ts';

type Props = {
  address: SavedAddress;
  /** What was typed here before somebody went back. */
  typed: DeliveryForm | null;
  onBack: (typed: DeliveryForm) => void;
  onClose: () => void;
};

/** Corrects the saved address. */
export function AddressDialog({ address, typed, onBack, onClose }: Props) {
  const send = async ({
    recipientName,
    phone,
    region,
    city,
    address,
    coordinates,
  }: DeliveryForm) => {
    const body = { fullName: recipientName, phone, region, city, address, coordinates };
    await callApi(saveAddress, { body: JSON.stringify(body) }).catch(askToSignIn);
  };
  return (
    <DeliveryDialog
      title="Corregir dirección"
      initial={{ ...emptyDelivery, ...toForm(address) }}
      typed={typed}
      asksNotes={false}
      confirm="Guardar y Continuar"
      send={send}
      onDone={onClose}
      onClose={onClose}
      onBack={onBack}
    />
  );
}
