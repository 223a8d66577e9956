import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';

const bankWindow = createLoader('bank list', () => import('./bank/BankWindow.tsx'));

/** The comparison of unpaid orders with the bank's list, a window. */
export function CompareBank(props: { onNoted: () => void; onClose: () => void }) {
  return (
    <LoadedPart loader={bankWindow} failure="No pudimos abrir la comparación.">
      {({ BankWindow }) => <BankWindow {...props} />}
    </LoadedPart>
  );
}
