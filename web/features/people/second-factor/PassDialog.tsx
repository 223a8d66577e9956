import { useState } from 'react';
import { passSecondFactor } from '#contract/second-factor.ts';
import { callApi } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Fold } from '#web/ui/Fold.tsx';
import { CodeForm } from './CodeForm.tsx';

type Props = { onPassed: () => void; onClose: () => void };

export function PassDialog({ onPassed, onClose }: Props) {
  const [busy, setBusy] = useState(false);
  const send = async (code: string) => {
    await callApi(passSecondFactor, { body: JSON.stringify({ code }) });
    onPassed();
  };
  return (
    <Dialog
      title="Verificación en dos pasos"
      width="narrow"
      locked={busy}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <CodeForm
        label="Código"
        hint="Los 6 dígitos que muestra tu aplicación, o uno de tus códigos de recuperación."
        confirm="Confirmar"
        send={send}
        onBusy={setBusy}
      />
      <Fold title="¿Perdiste tu celular?">
        {() => (
          <p>
            Escribe uno de los códigos de recuperación que guardaste al activar la verificación. Si
            tampoco los tienes, pide a quien mantiene el servidor de la tienda que la desactive.
          </p>
        )}
      </Fold>
    </Dialog>
  );
}
