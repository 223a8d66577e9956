import { type ReactNode, useEffect } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { Queries } from '#web/lib/Queries.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import styles from './AdminPanel.module.css';

type Props<Name extends string> = {
  /** Each feature's part of the panel. */
  tabs: readonly (Tab<Name> & { content: ReactNode })[];
  chosen: Name;
  onChoose: (name: Name) => void;
  onClose: () => void;
  /** Windows that may stand over the panel. */
  children: ReactNode;
};

/** The frame of the owner's panel, which closes when its owner signs out. */
export function AdminPanel<Name extends string>({
  tabs,
  chosen,
  onChoose,
  onClose,
  children,
}: Props<Name>) {
  const isGone = useAccountState().name === 'guest';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  return (
    <Queries>
      <Dialog title="Panel de administración" width="full" onClose={onClose}>
        <div className={styles.panel}>
          <Tabs label="Administración" tabs={tabs} chosen={chosen} onChoose={onChoose}>
            {tabs.find(({ name }) => name === chosen)?.content}
          </Tabs>
        </div>
        {children}
      </Dialog>
    </Queries>
  );
}
