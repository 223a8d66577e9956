import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { storedDraft } from './features/orders/draft-flag.ts';
import { startAccounts } from './features/people/start-accounts.ts';
import { watchConfig } from './lib/config.ts';
import { watchConnection } from './lib/connection.ts';
import { isPanelQuery, steps, windows } from './lib/levels.ts';

const watchLevels = () =>
  void import('#web/lib/watch-levels.ts').then(
    (levels) => levels.watchLevels(),
    // The next window tries again.
    () => undefined,
  );

/** Lets the browser's Back close windows and move through the steps, once there are any. */
function startHistory() {
  windows.subscribe(watchLevels);
  steps.subscribe(watchLevels);
  // After a reload without an order to return to, Back leaves the page immediately.
  if (isPanelQuery(location.search) || (history.state?.depth && !storedDraft())) watchLevels();
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <App />
  </StrictMode>
);

startHistory();
startAccounts();
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
watchConnection();
watchConfig();
