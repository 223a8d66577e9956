import { createLoader } from '#web/lib/loader.ts';

/** The studio is loaded when a buyer first opens it. */
export const studio = createLoader('pin studio', () => import('./studio/Studio.tsx'));
