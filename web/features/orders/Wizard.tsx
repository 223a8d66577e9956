import { type ReactNode, Suspense, use, useState } from 'react';
import { Queries } from '#web/lib/Queries.tsx';
import { Toasts } from '#web/ui/Toasts.tsx';
import { OrderWizard } from './wizard/OrderWizard.tsx';
import { type OrderSession, openOrderSession } from './wizard/session.ts';

type Props = {
  /** How often the visitor opened the wizard. */
  calls: number;
  /** Placeholder until the draft is read. */
  opening: ReactNode;
};

export function Wizard({ calls, opening }: Props) {
  const [session] = useState(openOrderSession);
  return (
    <Queries>
      <Suspense fallback={opening}>
        <OpenWizard session={session} calls={calls} />
      </Suspense>
      <Toasts />
    </Queries>
  );
}

function OpenWizard({ session, calls }: { session: Promise<OrderSession>; calls: number }) {
  return <OrderWizard session={use(session)} calls={calls} />;
}
