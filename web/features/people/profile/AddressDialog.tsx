import { toBody, toForm } from '#contract/delivery.ts';
import { type SavedAddress, saveAddress } from '#contract/people.ts';
import type { DeliveryForm } from '#domain/delivery.ts';
import { DeliveryDialog } from '#web/features/delivery/DeliveryDialog.tsx';
import { callApi } from '#web/lib/api.ts';
import { askToSignIn } from '#web/lib/ask-to-sign-in.ts';

type Props = {
  address: SavedAddress;
  /** What was typed here before somebody went back. */
  typed: DeliveryForm | null;
  onBack: (typed: DeliveryForm) => void;
  onClose: () => void;
};

export function AddressDialog({ address, typed, onBack, onClose }: Props) {
  const send = async (form: DeliveryForm) => {
    await callApi(saveAddress, { body: JSON.stringify(toBody(form)) }).catch(askToSignIn);
  };
  return (
    <DeliveryDialog
      title="Corregir dirección"
      // An account's e-mail is known: none may hide behind a field that is not shown.
      initial={{ ...toForm(address), email: '' }}
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
