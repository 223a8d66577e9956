import { createStore, useStore } from '#web/lib/store.ts';

export type ProfileTab = 'info' | 'address' | 'orders' | 'security';

export type Overlay = { name: 'profile'; tab: ProfileTab } | { name: 'link'; link: ReturnLink };

const overlay = createStore<Overlay | null>(null);

export function openProfile(tab: ProfileTab = 'info') {
  overlay.set({ name: 'profile', tab });
}

export function openLink(link: ReturnLink) {
  overlay.set({ name: 'link', link });
}

export function closeOverlay() {
  overlay.set(null);
}

export function useOverlay(): Overlay | null {
  return useStore(overlay, null);
}

export type ReturnLink =
  /** The verification mail's link was followed in the account's session. */
  | { name: 'verified' }
  /** It was followed elsewhere: the account has to sign in first. */
  | { name: 'verify'; token: string }
  | { name: 'verificationExpired' }
  | { name: 'reset'; token: string }
  | { name: 'resetExpired' }
  /** The first admin's link was followed too often or too late. */
  | { name: 'firstEntryEnded'; isUsed: boolean }
  /** The mail about a changed password, followed by a user who did not change it. */
  | { name: 'recover' }
  | { name: 'order'; token: string };

/** Return links of the header and of the test panel. */
export const VERIFIED_FLAG = '/?emailVerified=true';
export const VERIFIED_PATH = '/email-verified';
/** Target of the link in the mail for a new password. */
const RESET_FLAG = 'resetPassword';

/** Prefix for 'Repetir pedido' of an order, in the place of a token. */
export const REPEAT_TOKEN_PREFIX = 'repetir-';

/** Returns null for any other URL of the shop. */
export function readReturnLink({ pathname, search, hash }: URL | Location): ReturnLink | null {
  const query = new URLSearchParams(search);
  const fragment = new URLSearchParams(hash.slice(1));
  const order = fragment.get('pedido');
  const toVerify = fragment.get('verify-email');
  if (order !== null) return { name: 'order', token: order };
  const repeated = query.get('repetir');
  if (repeated) return { name: 'order', token: REPEAT_TOKEN_PREFIX + repeated };
  if (toVerify) return { name: 'verify', token: toVerify };
  if (fragment.has('recuperar-cuenta')) return { name: 'recover' };
  if (query.has(RESET_FLAG)) {
    const token = query.get('token');
    const error = query.get('error');
    if (error?.startsWith('FIRST_ENTRY_')) {
      return { name: 'firstEntryEnded', isUsed: error === 'FIRST_ENTRY_USED' };
    }
    return token && error === null ? { name: 'reset', token } : { name: 'resetExpired' };
  }
  const isVerification = query.has('emailVerified') || pathname === VERIFIED_PATH;
  if (!isVerification) return null;
  return query.has('error') ? { name: 'verificationExpired' } : { name: 'verified' };
}
