import type { DeliveryForm } from '#domain/delivery/delivery.ts';
import { usePageConfig } from '#web/lib/config.ts';
import { createLoader } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';
import type { FormParts } from './LineField.tsx';

/** Loaded only if the shop asks for a day. */
const loader = createLoader('the day', () => import('./NeededBy.tsx'));

type Props = Pick<FormParts, 'control' | 'register'> | { form: DeliveryForm };

/**
 * Asks for the day by which the buyer needs the order, or says of a complete form whether it arrives
 * too late for it; nothing if the shop does not ask for it.
 */
export function DayPart(props: Props) {
  if (!usePageConfig().asksForDay) return null;
  return (
    <LoadedPart loader={loader} failure="No pudimos mostrar el día.">
      {({ NeededByField, LateNotice }) =>
        'form' in props ? <LateNotice {...props} /> : <NeededByField {...props} />
      }
    </LoadedPart>
  );
}

/** Returns the error of the day in the form; empty while nothing asks for it. */
export function findDayProblem(form: DeliveryForm): { neededBy?: string } {
  const loading = loader.get();
  return loading.name === 'ready' ? loading.module.findDayProblem(form) : {};
}
