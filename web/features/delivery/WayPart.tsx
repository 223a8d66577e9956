import { useWatch } from 'react-hook-form';
import { hasWays } from '#domain/delivery/ways.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import type { WayProps } from './WayFields.tsx';

/** Loaded only if there is a choice. */
export const wayFields = createLoader('ways of delivery', () => import('./WayFields.tsx'));

/** The way of delivery; nothing if there is only one. */
export function WayPart(form: WayProps) {
  const { ways } = usePageConfig();
  const [way, pays] = useWatch({ control: form.control, name: ['way', 'payShipping'] });
  const isUsual = way === 'home' && pays === 'now';
  if (!hasWays(ways) && isUsual) return null;
  return (
    <LoadedPart loader={wayFields} failure="No pudimos mostrar las formas de entrega.">
      {({ WayFields }) => <WayFields {...form} />}
    </LoadedPart>
  );
}
