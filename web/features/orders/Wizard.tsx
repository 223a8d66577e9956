import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, use, useState } from 'react';
import { toast } from 'sonner';
import { Toasts } from '#web/app/Toasts.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { OrderWizard } from './OrderWizard.tsx';
import { type OrderSession, openOrderSession } from './session.ts';
import { STORAGE_MISSING } from './texts.ts';
import styles from './Wizard.module.css';

type Props = {
  /** How often the visitor asked for the wizard. */
  calls: number;
};

/** The order wizard with all it needs. It opens on the draft that this browser holds. */
export function Wizard({ calls }: Props) {
  const [client] = useState(() => new QueryClient());
  const [session] = useState(() =>
    openOrderSession({ onVolatile: () => void toast(STORAGE_MISSING, { duration: 10_000 }) }),
  );
  return (
    <QueryClientProvider client={client}>
      <Suspense fallback={<Opening />}>
        <OpenWizard session={session} calls={calls} />
      </Suspense>
      <Toasts />
    </QueryClientProvider>
  );
}

function OpenWizard({ session, calls }: { session: Promise<OrderSession>; calls: number }) {
  return <OrderWizard session={use(session)} calls={calls} />;
}

function Opening() {
  return (
    <p className={styles.wizard} role="status">
      <Spinner /> Buscando tu avance…
    </p>
  );
}
