import { mayHaveSession } from '#contract/session-hint.ts';
import { accountState } from '#web/lib/account.ts';
import { openLink, type ReturnLink, readReturnLink } from '#web/lib/overlays.ts';
import { isReturning } from '#web/lib/reload-page.ts';
import { core } from './core-loader.ts';

/** So long may the page stay hidden; then it shows without knowing. */
const LIMIT_MS = 5000;

const unreachable = () => {
  if (accountState.get().name === 'unknown') accountState.set({ name: 'unreachable' });
};

/** Shows the page, which the server sends hidden to a browser that may have a session. */
function reveal() {
  if (accountState.get().name !== 'unknown') {
    document.documentElement.removeAttribute('data-account');
  }
}

/** The order whose window stood open when this tab was reloaded: see `keepOpenOrder`. */
function readOpenOrder(): ReturnLink | null {
  try {
    const token = isReturning() && sessionStorage.getItem('pines.order');
    return token ? { name: 'order', token } : null;
  } catch {
    return null;
  }
}

function followReturnLink() {
  const link = readReturnLink(location) ?? readOpenOrder();
  if (!link) return;
  history.replaceState(history.state, '', '/');
  openLink(link);
}

/** Asks again who is here, when that could not be found out before. */
export async function retrySession() {
  accountState.set({ name: 'unknown' });
  setTimeout(unreachable, LIMIT_MS);
  await core.load().then(({ session }) => session.begin(), unreachable);
}

/** Without the hint nothing is loaded; with it the page stays hidden until the provider answers. */
export function startAccounts() {
  accountState.subscribe(reveal);
  if (mayHaveSession(document.cookie)) void retrySession();
  else reveal();
  followReturnLink();
  addEventListener('hashchange', followReturnLink);
}
