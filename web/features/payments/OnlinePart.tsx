import type { ComponentProps } from 'react';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader, useLoaded } from '#web/lib/loader.ts';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { PayOnline, PayPlaced } from './PayOnline.tsx';

const payment = createLoader('payment online', () => import('./PayOnline.tsx'));

type Props =
  | ({ placed?: never } & Omit<ComponentProps<typeof PayOnline>, 'provider'>)
  | ({ placed: true } & Omit<ComponentProps<typeof PayPlaced>, 'provider'>);

/** The online payment of an order; its code is loaded only if the shop offers it. */
export function OnlinePart(props: Props) {
  const provider = usePageConfig().payments;
  return provider ? <LazyOnlinePart {...props} provider={provider} /> : null;
}

function LazyOnlinePart(props: Props & Pick<ComponentProps<typeof PayOnline>, 'provider'>) {
  const loading = useLoaded(payment);
  if (loading.name === 'failed') return null;
  if (loading.name !== 'ready') return <Spinner />;
  const { PayOnline, PayPlaced } = loading.module;
  return props.placed ? <PayPlaced {...props} /> : <PayOnline {...props} />;
}
