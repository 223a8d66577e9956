import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { pageConfig } from '#web/lib/config.ts';
import { unfilledConfig } from '#web/lib/unfilled-config.ts';
import { App } from './app/App.tsx';

/** Renders the home page at build time, so that it shows before any script has run. */
export function render(): string {
  pageConfig.set(unfilledConfig);
  return renderToString(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
