import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import type { BankWindowProps } from './bank/BankWindow.tsx';

const bankWindow = createLoader('bank list', () => import('./bank/BankWindow.tsx'));

/** The comparison of unpaid orders with the bank's list, a window. */
export function CompareBank(props: BankWindowProps) {
  return (
    <LoadedPart loader={bankWindow} failure="No pudimos abrir la comparación.">
      {({ BankWindow }) => <BankWindow {...props} />}
    </LoadedPart>
  );
}
