import type { ReactElement } from 'react';
import { createLoader, useLoading } from '#web/lib/loader.ts';
import { LoadedPart } from '#web/ui/LoadedPart.tsx';

type VariantParts = typeof import('./variants/VariantParts.tsx');

/** Parts for shops with several pins, loaded when there is a choice. */
export const variantParts = createLoader(
  'pin variants',
  () => import('./variants/VariantParts.tsx'),
);

/** Returns these parts once loaded; null until then. */
export function useVariantParts(): VariantParts | null {
  const loading = useLoading(variantParts);
  return loading.name === 'ready' ? loading.module : null;
}

export function WithVariantParts({
  children,
}: {
  children: (parts: VariantParts) => ReactElement | null;
}) {
  return (
    <LoadedPart loader={variantParts} failure="No pudimos mostrar qué pines hay.">
      {children}
    </LoadedPart>
  );
}
