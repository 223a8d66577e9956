import type { Page } from '@playwright/test';

/** Holds all matching requests. @returns lets them go, and those that follow */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await promise;
    // The page that sent it may be gone.
    await route.fallback().catch(() => undefined);
  });
  return resolve;
}
