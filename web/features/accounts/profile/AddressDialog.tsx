import { type SavedAddress, saveAddress } from '#contract/accounts.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { callApi } from '#web/app/api.ts';
import { DeliveryDialog, emptyDelivery, toForm } from '#web/features/delivery/index.ts';
import { askToSignIn } from '../ask-to-sign-in.ts';

type Props = { address: SavedAddress; onClose: () => void };

/** Corrects the saved address. */
export function AddressDialog({ address, onClose }: Props) {
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
      asksNotes={false}
      confirm="Guardar y Continuar"
      send={send}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
