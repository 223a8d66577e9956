import type { ReactElement } from 'react';
import { demand, type Loader, useLoaded } from '#web/lib/loader.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Spinner } from './Spinner.tsx';

type Props<Module> = {
  loader: Loader<Module>;
  onGiveUp: () => void;
  children: (module: Module) => ReactElement | null;
};

export function Loaded<Module>({ loader, onGiveUp, children }: Props<Module>) {
  const loading = useLoaded(loader);
  if (loading.name === 'ready') return children(loading.module);
  if (loading.name === 'failed') {
    return (
      <Dialog title="No pudimos abrir esta ventana" width="narrow" onClose={onGiveUp}>
        <p role="alert">Revisa tu conexión e intenta de nuevo.</p>
        <Button onClick={() => demand(loader)}>Reintentar</Button>
      </Dialog>
    );
  }
  return (
    <Dialog title="Un momento" width="narrow" onClose={onGiveUp}>
      <p role="status">
        <Spinner /> Abriendo…
      </p>
    </Dialog>
  );
}
