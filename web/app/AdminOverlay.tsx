import { createLoader } from '#web/lib/loader.ts';
import { Loaded } from '#web/ui/Loaded.tsx';

const panel = createLoader('admin panel', () => import('./OwnerPanel.tsx'));

/** The admin panel, whose code is brought when an admin first opens it. */
export function AdminOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Loaded loader={panel} onGiveUp={onClose}>
      {({ OwnerPanel }) => <OwnerPanel onClose={onClose} />}
    </Loaded>
  );
}
