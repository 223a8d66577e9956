import type { ReactNode } from 'react';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';

type KindParts = typeof import('./kinds/KindParts.tsx');

/** What only a shop with several pins shows, fetched once there is something to choose. */
export const kindParts = createLoader('pin kinds', () => import('./kinds/KindParts.tsx'));

/** Returns it for places that may do without it until it has come; null until then. */
export function useKindParts(): KindParts | null {
  const loading = useLoading(kindParts);
  return loading.name === 'ready' ? loading.module : null;
}

export function WithKindParts({ children }: { children: (parts: KindParts) => ReactNode }) {
  return (
    <LoadedPart loader={kindParts} failure="No pudimos mostrar qué pines hay.">
      {children}
    </LoadedPart>
  );
}
