import type { Page } from '@playwright/test';
import { button } from './wizard.ts';

/** Returns all URLs that an anonymous visitor's browser requests, and the initial scripts. */
export async function visitAnonymously(page: Page): Promise<{ urls: string[]; scripts: string[] }> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/');
  await button(page, 'Iniciar Sesion').hover();
  await button(page, 'Iniciar Sesion').focus();
  // A later request is answered later.
  await page.evaluate(() => fetch('/favicon.svg').then((answer) => answer.text()));
  const scripts = await Promise.all(
    urls
      .filter((url) => url.endsWith('.js'))
      .map((url) => page.request.get(url).then((answer) => answer.text())),
  );
  return { urls, scripts };
}
