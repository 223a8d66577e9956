import type { ReactNode } from 'react';
import { createLoader, demand, useLoaded, useLoading } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type KindParts = typeof import('./kinds/KindParts.tsx');

/** What only a shop with several pins shows, fetched once there is something to choose. */
export const kindParts = createLoader('pin kinds', () => import('./kinds/KindParts.tsx'));

/** Returns it for places that may do without it until it has come; null until then. */
export function useKindParts(): KindParts | null {
  const loading = useLoading(kindParts);
  return loading.name === 'ready' ? loading.module : null;
}

export function WithKindParts({ children }: { children: (parts: KindParts) => ReactNode }) {
  const loading = useLoaded(kindParts);
  if (loading.name === 'ready') return children(loading.module);
  if (loading.name !== 'failed') return null;
  return (
    <Notice tone="error">
      No pudimos mostrar qué pines hay. Revisa tu conexión.{' '}
      <Button variant="quiet" onClick={() => demand(kindParts)}>
        Reintentar
      </Button>
    </Notice>
  );
}
