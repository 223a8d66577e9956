import type { ReactElement } from 'react';
import { demand, type Loader, useLoaded } from '#web/lib/loader.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

type Props<Module> = {
  loader: Loader<Module>;
  /** What could not be opened, such as 'los ajustes'. */
  what: string;
  /** The placeholder's blocks. */
  lines: number;
  children: (module: Module) => ReactElement | null;
};

/** A tab whose code is loaded when it is first shown. */
export function LazyTab<Module>({ loader, what, lines, children }: Props<Module>) {
  const loading = useLoaded(loader);
  if (loading.name === 'ready') return children(loading.module);
  if (loading.name !== 'failed') return <Skeleton lines={lines} height="7rem" />;
  return (
    <>
      <Notice tone="error">No pudimos abrir {what}. Revisa tu conexión.</Notice>
      <div>
        <Button variant="secondary" onClick={() => demand(loader)}>
          Reintentar
        </Button>
      </div>
    </>
  );
}
