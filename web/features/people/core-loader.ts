import { createLoader } from '#web/lib/loader.ts';

/** Guests who never press 'Iniciar Sesion' load nothing that knows about identity. */
export const core = createLoader('sign-in', () => import('./core.ts'));
