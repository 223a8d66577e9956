import type { ReactElement } from 'react';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';

type KindParts = typeof import('./kinds/KindParts.tsx');

/** Parts for shops with several pins, loaded when there is a choice. */
export const kindParts = createLoader('pin kinds', () => import('./kinds/KindParts.tsx'));

/** Returns these parts once loaded; null until then. */
export function useKindParts(): KindParts | null {
  const loading = useLoading(kindParts);
  return loading.name === 'ready' ? loading.module : null;
}

export function WithKindParts({
  children,
}: {
  children: (parts: KindParts) => ReactElement | null;
}) {
  return (
    <LoadedPart loader={kindParts} failure="No pudimos mostrar qué pines hay.">
      {children}
    </LoadedPart>
  );
}
