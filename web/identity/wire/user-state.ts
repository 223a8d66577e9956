import { toIdentityError } from '#web/identity/errors.ts';
import type { IdentityUser } from '#web/identity/identity.ts';

type Listener = (user: IdentityUser | null) => void;
/** Message to the other tabs: the user changed, or signed out deliberately. */
type TabMessage = 'changed' | 'signed-out';

export type Tabs = {
  send: (message: TabMessage) => void;
  listen: (listener: (message: TabMessage) => void) => void;
};

/** Connects the tabs of this browser; without BroadcastChannel each tab is alone. */
export function joinTabs(): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { send: () => {}, listen: () => {} };
  const channel = new BroadcastChannel('pines-account');
  return {
    send: (message) => channel.postMessage(message),
    listen(listener) {
      channel.onmessage = ({ data }: MessageEvent<TabMessage>) => listener(data);
    },
  };
}

/**
 * Keeps the current user in sync with the shop's server and the other tabs.
 * @param read reads the user from the server; `fresh` with a new ID token
 */
export function createUserState(tabs: Tabs, read: (fresh: boolean) => Promise<IdentityUser>) {
  const listeners = new Set<Listener>();
  let user: IdentityUser | null = null;

  const set = (next: IdentityUser | null) => {
    user = next;
    for (const listener of [...listeners]) listener(next);
  };

  const refresh = async (): Promise<IdentityUser> => {
    const next = await read(false).catch((error: unknown) => {
      if (toIdentityError(error).code !== 'invalid-user-token') throw error;
      return read(true);
    });
    set(next);
    return next;
  };

  return {
    current: () => user,
    set,
    /** Reads the user in the background; an error is reported when this tab needs its session. */
    follow: () => void refresh().catch(() => undefined),
    /** Reads the user that has just signed in, in every tab. */
    async enter(): Promise<IdentityUser> {
      const next = await refresh();
      tabs.send('changed');
      return next;
    },
    /** Reads the user again, in every tab if something has changed. */
    async reload(): Promise<IdentityUser> {
      const known = user;
      const next = await refresh();
      if (known && JSON.stringify(next) !== JSON.stringify(known)) tabs.send('changed');
      return next;
    },
    /** Signs the user out in every tab. */
    leave() {
      set(null);
      tabs.send('signed-out');
    },
    onChange(listener: Listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
