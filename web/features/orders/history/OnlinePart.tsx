import type { ComponentProps } from 'react';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { PayOnline } from './PayOnline.tsx';

const payment = createLoader('payment online', () => import('./PayOnline.tsx'));

/** The payment online of an order, whose code is brought where the shop takes one. */
export function OnlinePart(props: Omit<ComponentProps<typeof PayOnline>, 'provider'>) {
  const provider = usePageConfig().payments;
  const loading = useLoaded(payment);
  if (!provider || loading.name === 'failed') return null;
  return loading.name === 'ready' ? (
    <loading.module.PayOnline {...props} provider={provider} />
  ) : (
    <Spinner />
  );
}
