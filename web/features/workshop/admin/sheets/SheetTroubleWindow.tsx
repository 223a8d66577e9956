import { describeFailure } from '#web/features/admin/errors.ts';
import { Failure } from '#web/features/admin/Failure.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import type { SheetTrouble } from './queries.ts';

type Props = { trouble: SheetTrouble; onClose: () => void };

export function SheetTroubleWindow({ trouble: { what, error }, onClose }: Props) {
  return (
    <Dialog title="Hoja de prensa" width="narrow" onClose={onClose}>
      <Failure error={error} text={describeFailure(what, error)} />
    </Dialog>
  );
}
