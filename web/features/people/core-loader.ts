import { createLoader } from '#web/lib/loader.ts';

/** Strangers who never press 'Iniciar Sesion' load nothing that knows about identity. */
export const core = createLoader('sign-in', () => import('./core.ts'));
