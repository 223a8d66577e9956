import { createLoader } from '#web/lib/loader.ts';

/**
 * Brings everything that knows about identity. Strangers who never press 'Iniciar Sesion' load none
 * of it.
 */
export const core = createLoader('sign-in', () => import('./core.ts'));
