import { type ReactNode, Suspense, use, useState } from 'react';
import { checkout } from './wizard/checkout-loader.ts';
import { OrderWizard } from './wizard/OrderWizard.tsx';
import { type OrderSession, openOrderSession } from './wizard/session.ts';

type Props = {
  /** How often the visitor opened the wizard. */
  calls: number;
  /** Placeholder until the draft is read. */
  opening: ReactNode;
};

export function Wizard({ calls, opening }: Props) {
  const [session] = useState(open);
  return (
    <Suspense fallback={opening}>
      <OpenWizard session={session} calls={calls} />
    </Suspense>
  );
}

function OpenWizard({ session, calls }: { session: Promise<OrderSession>; calls: number }) {
  return <OrderWizard session={use(session)} calls={calls} />;
}

/** Opens the draft, with the later steps if it shows one of them at once. */
async function open(): Promise<OrderSession> {
  const session = await openOrderSession();
  const { step, placed } = session.store.get();
  // After a failure the wizard offers to try again.
  if (step > 1 || placed) await checkout.load().catch(() => undefined);
  return session;
}
