import { useEffect, useRef } from 'react';
import { toast } from 'sonner';
import { accountOf, useAccountState } from '#web/lib/account.ts';
import { emptying } from './draft/draft.ts';
import type { OrderSession } from './session.ts';

const GONE = 'Cerraste sesión: borramos de este navegador tu pedido a medias.';

/** Takes the whole draft away, the note of the last order included. */
function clear({ store, forget }: OrderSession) {
  const draft = store.get();
  const ids = draft.pictures.map(({ id }) => id);
  void store.write({ ...emptying(draft), placed: null });
  forget(ids);
  if (ids.length > 0) toast(GONE);
}

/** The draft goes when its account signs out or another comes; it stays when a session ends. */
export function useDraftOwner(session: OrderSession) {
  const state = useAccountState();
  const uid = accountOf(state)?.uid ?? null;
  const owner = useRef<string | null>(null);
  const isSignedIn = state.name === 'signedIn';

  useEffect(() => {
    if (owner.current !== null && owner.current !== uid) clear(session);
    owner.current = uid;
    // An account's e-mail is known: none may hide behind a field that is not shown.
    const { email } = session.store.get().form;
    if (uid !== null && email) void session.store.write({ form: { email: '' } });
  }, [session, uid]);

  useEffect(() => {
    if (isSignedIn) session.uploads.retryNow();
  }, [session, isSignedIn]);

  return { uid, isExpired: state.name === 'expired' };
}
