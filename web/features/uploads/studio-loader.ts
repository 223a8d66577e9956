import { createLoader } from '#web/lib/loader.ts';

/** The studio comes when a buyer first opens it. */
export const studio = createLoader('pin studio', () => import('./studio/Studio.tsx'));
