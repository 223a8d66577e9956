import { Loaded } from '#web/ui/Loaded.tsx';

const loadPanel = () => import('./OwnerPanel.tsx');

/** The admin panel, whose code is brought when an admin first opens it. */
export function AdminOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Loaded load={loadPanel} onGiveUp={onClose}>
      {({ OwnerPanel }) => <OwnerPanel onClose={onClose} />}
    </Loaded>
  );
}
