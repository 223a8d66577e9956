import { useWatch } from 'react-hook-form';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import type { FormParts } from './LineField.tsx';

/** Fetched once there is something to choose. */
export const wayFields = createLoader('ways of delivery', () => import('./WayFields.tsx'));

/** How the parcel gets there; nothing where there is one way alone. */
export function WayPart(form: Pick<FormParts, 'control' | 'register'>) {
  const { ways } = usePageConfig();
  const [way, pays] = useWatch({ control: form.control, name: ['way', 'payShipping'] });
  const isUsual = way === 'home' && pays === 'now';
  if (!ways && isUsual) return null;
  return (
    <LoadedPart loader={wayFields} failure="No pudimos mostrar las formas de entrega.">
      {({ WayFields }) => <WayFields {...form} />}
    </LoadedPart>
  );
}
