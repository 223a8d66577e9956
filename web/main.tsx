import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { readPageConfig } from './app/config.ts';
import { watchConnection } from './app/connection.ts';
import { startAccounts } from './features/accounts/index.ts';
import './ui/base.css';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const app = (
  <StrictMode>
    <App config={readPageConfig(document)} />
  </StrictMode>
);

startAccounts();
if (root.firstElementChild) hydrateRoot(root, app);
else createRoot(root).render(app);
watchConnection();
