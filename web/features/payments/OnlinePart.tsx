import type { ComponentProps } from 'react';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import type { PayOnline, PayPlaced } from './PayOnline.tsx';

const payment = createLoader('payment online', () => import('./PayOnline.tsx'));

type Props =
  | ({ placed?: never } & Omit<ComponentProps<typeof PayOnline>, 'provider'>)
  | ({ placed: true } & Omit<ComponentProps<typeof PayPlaced>, 'provider'>);

/** The online payment of an order; its code is loaded only if the shop offers it. */
export function OnlinePart(props: Props) {
  const provider = usePageConfig().payments;
  if (!provider) return null;
  return (
    <LoadedPart loader={payment} failure="No pudimos mostrar el pago en línea.">
      {({ PayOnline, PayPlaced }) =>
        props.placed ? (
          <PayPlaced {...props} provider={provider} />
        ) : (
          <PayOnline {...props} provider={provider} />
        )
      }
    </LoadedPart>
  );
}
