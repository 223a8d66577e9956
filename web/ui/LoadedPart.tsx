import type { ReactElement } from 'react';
import { demand, type Loader, useLoaded } from '#web/lib/loader.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

type Props<Module> = {
  loader: Loader<Module>;
  /** The message if it cannot be loaded, as a sentence. */
  failure: string;
  /** Its placeholder while it is loaded; by default it takes no space until then. */
  waiting?: ReactElement | null;
  children: (module: Module) => ReactElement | null;
};

/** A part of a page whose code is loaded when it is rendered. */
export function LoadedPart<Module>({ loader, failure, waiting = null, children }: Props<Module>) {
  const loading = useLoaded(loader);
  if (loading.name === 'ready') return children(loading.module);
  if (loading.name !== 'failed') return waiting;
  return (
    <Notice tone="error">
      {failure} Revisa tu conexión.{' '}
      <Button variant="quiet" onClick={() => demand(loader)}>
        Reintentar
      </Button>
    </Notice>
  );
}
