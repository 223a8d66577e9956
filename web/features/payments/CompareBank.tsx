import { useState } from 'react';
import { createLoader } from '#web/lib/loader.ts';
import { SmallButton } from '#web/panel/SmallButton.tsx';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';

const bankWindow = createLoader('bank list', () => import('./bank/BankWindow.tsx'));

/** Opens the comparison of unpaid orders with the bank's list. */
export function CompareBank({ onNoted }: { onNoted: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <SmallButton onClick={() => setOpen(true)}>Comparar con el banco</SmallButton>
      {isOpen && (
        <LoadedPart loader={bankWindow} failure="No pudimos abrir la comparación.">
          {({ BankWindow }) => <BankWindow onNoted={onNoted} onClose={() => setOpen(false)} />}
        </LoadedPart>
      )}
    </div>
  );
}
