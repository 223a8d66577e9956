import type { Page } from '@playwright/test';
import { button } from './wizard.ts';

/** @returns all URLs that an anonymous visitor's browser requests, and the scripts of the start */
export async function visitAnonymously(page: Page): Promise<{ urls: string[]; scripts: string[] }> {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  await page.goto('/');
  await button(page, 'Iniciar Sesion').hover();
  await button(page, 'Iniciar Sesion').focus();
  // What is asked for later comes later.
  await page.evaluate(() => fetch('/favicon.svg').then((answer) => answer.text()));
  const scripts = await Promise.all(
    urls
      .filter((url) => url.endsWith('.js'))
      .map((url) => page.request.get(url).then((answer) => answer.text())),
  );
  return { urls, scripts };
}
