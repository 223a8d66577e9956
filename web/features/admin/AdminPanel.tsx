import { QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useAccountState } from '#web/lib/account.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { type Tab, Tabs } from '#web/ui/Tabs.tsx';
import styles from './AdminPanel.module.css';

/** A refusal is final, and what an admin sees is asked for anew each time it is opened. */
const queries = { networkMode: 'always', retry: false, refetchOnWindowFocus: false } as const;
const openClient = () =>
  new QueryClient({ defaultOptions: { queries, mutations: { networkMode: 'always' } } });

type Props<Name extends string> = {
  /** Each feature's part of the panel. */
  tabs: readonly (Tab<Name> & { content: ReactNode })[];
  chosen: Name;
  onChoose: (name: Name) => void;
  onClose: () => void;
  /** Windows that may stand over the panel. */
  children: ReactNode;
};

/** The frame of the owner's panel: it closes with the session and reloads when that returns. */
export function AdminPanel<Name extends string>({
  tabs,
  chosen,
  onChoose,
  onClose,
  children,
}: Props<Name>) {
  const state = useAccountState();
  const [client] = useState(openClient);
  const isGone = state.name === 'guest';
  useEffect(() => {
    if (isGone) onClose();
  }, [isGone, onClose]);

  return (
    <QueryClientProvider client={client}>
      <Dialog title="Panel de administración" width="full" onClose={onClose}>
        <div className={styles.panel}>
          <Tabs label="Administración" tabs={tabs} chosen={chosen} onChoose={onChoose}>
            {tabs.find(({ name }) => name === chosen)?.content}
          </Tabs>
        </div>
        <ReloadOnReturn isSignedIn={state.name === 'signedIn'} />
        {children}
      </Dialog>
    </QueryClientProvider>
  );
}

/** Once an ended session is renewed, what could not be read is read again. */
function ReloadOnReturn({ isSignedIn }: { isSignedIn: boolean }) {
  const client = useQueryClient();
  useEffect(() => {
    if (isSignedIn) void client.refetchQueries({ predicate: ({ state }) => state.error !== null });
  }, [isSignedIn, client]);
  return null;
}
