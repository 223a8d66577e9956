import { createLoader } from '#web/lib/loader.ts';

/** Guests who never click 'Iniciar Sesion' load no code about identity. */
export const core = createLoader('sign-in', () => import('./core.ts'));
