import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { startAccounts } from '#web/features/people/start-accounts.ts';
import { watchConfig } from '#web/lib/config.ts';
import { watchConnection } from '#web/lib/connection.ts';
import { App } from './app/App.tsx';
import { startHistory } from './app/start-history.ts';
import './ui/base.css';

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
