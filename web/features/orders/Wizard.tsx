import { type ReactNode, Suspense, use } from 'react';
import { checkout } from './wizard/checkout-loader.ts';
import { clear, OrderWizard } from './wizard/OrderWizard.tsx';
import { type OrderSession, openOrderSession } from './wizard/session.ts';

type Props = {
  /** How often the visitor opened the wizard. */
  calls: number;
  /** Placeholder until the draft is read. */
  opening: ReactNode;
};

export function Wizard({ calls, opening }: Props) {
  return (
    <Suspense fallback={opening}>
      <OpenWizard calls={calls} />
    </Suspense>
  );
}

function OpenWizard({ calls }: Pick<Props, 'calls'>) {
  return <OrderWizard session={use(open())} calls={calls} />;
}

/** Removes this browser's draft, also while the wizard is closed. */
export async function removeDraft() {
  clear(await open());
  // Home, which offers to continue with it, listens to the other tabs.
  dispatchEvent(new Event('storage'));
}

let opened: Promise<OrderSession> | null = null;
function open(): Promise<OrderSession> {
  opened ??= openDraft();
  return opened;
}

/** Opens the draft, with the later steps if it shows one of them at once. */
async function openDraft(): Promise<OrderSession> {
  const session = await openOrderSession();
  const { step, placed } = session.store.get();
  // After a failure the wizard offers to try again.
  if (step > 1 || placed) await checkout.load().catch(() => undefined);
  return session;
}
