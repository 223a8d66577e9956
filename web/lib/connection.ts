import { createStore } from './store.ts';

/** `back`: the connection was lost and has just returned. */
type Connection = 'up' | 'down' | 'back';

const NEWS_MS = 4000;
const ASK_MS = 5000;

export const connection = createStore<Connection>('up');

/** Records whether the last request reached the shop. */
export function noteConnection(isUp: boolean) {
  if (isUp === (connection.get() !== 'down')) return;
  connection.set(isUp ? 'back' : 'down');
  if (isUp) setTimeout(settle, NEWS_MS);
  else setTimeout(ask, ASK_MS);
}

function settle() {
  if (connection.get() === 'back') connection.set('up');
}

/** Polls, since the browser does not notice every reconnection. */
async function ask() {
  if (connection.get() !== 'down') return;
  await fetch('/api/health').then(
    () => noteConnection(true),
    () => setTimeout(ask, ASK_MS),
  );
}

export function watchConnection() {
  const look = () => noteConnection(navigator.onLine);
  addEventListener('online', look);
  addEventListener('offline', look);
  look();
}
