import { mayHaveSession } from '#contract/people/session-hint.ts';
import { accountState } from '#web/lib/account.ts';
import { tryStorage } from '#web/lib/browser-storage.ts';
import { openLink, type ReturnLink, readReturnLink } from '#web/lib/overlays.ts';
import { isReturning } from '#web/lib/reload-page.ts';
import { core } from './core-loader.ts';

/** Maximum time for which the page stays hidden; then it is shown without an account. */
const LIMIT_MS = 5000;

const unreachable = () => {
  if (accountState.get().name === 'unknown') accountState.set({ name: 'unreachable' });
};

/** Shows the page, which the server sends hidden to browsers that may have a session. */
function reveal() {
  if (accountState.get().name !== 'unknown') {
    document.documentElement.removeAttribute('data-account');
  }
}

/**
 * Returns the order whose window was open when this tab was reloaded, or that it left to pay: see
 * `keepOpenOrder` and `keepPaying`.
 */
function readOpenOrder(): ReturnLink | null {
  const token = tryStorage(() => {
    const paying = sessionStorage.getItem('pines.paying');
    sessionStorage.removeItem('pines.paying');
    return isReturning() ? sessionStorage.getItem('pines.order') : paying;
  });
  return token ? { name: 'order', token } : null;
}

function followReturnLink() {
  const kept = readOpenOrder();
  const link = readReturnLink(location) ?? kept;
  if (!link) return;
  history.replaceState(history.state, '', '/');
  openLink(link);
}

/** Tries again to find out who is signed in. */
export async function retrySession() {
  accountState.set({ name: 'unknown' });
  setTimeout(unreachable, LIMIT_MS);
  await core.load().then(({ session }) => session.begin(), unreachable);
}

/** A guest's tab notices a sign-in in another one; with the provider's code it does so by itself. */
function followTabs() {
  if (core.get().name !== 'idle' || !mayHaveSession(document.cookie)) return;
  core.load().then(
    ({ session }) => session.begin(),
    () => undefined,
  );
}

/** Loads nothing without the hint; with it the page stays hidden until the provider responds. */
export function startAccounts() {
  accountState.subscribe(reveal);
  addEventListener('focus', followTabs);
  if (mayHaveSession(document.cookie)) void retrySession();
  else reveal();
  followReturnLink();
  addEventListener('hashchange', followReturnLink);
}
