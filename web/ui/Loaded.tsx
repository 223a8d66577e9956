import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';
import { Spinner } from './Spinner.tsx';

type Props<Module> = {
  /** Brings the window's code; the same function at each rendering. */
  load: () => Promise<Module>;
  onGiveUp: () => void;
  children: (module: Module) => ReactNode;
};

type State<Module> = { name: 'loading' | 'failed' } | { name: 'ready'; module: Module };

/** A window whose code is brought when it is opened. */
export function Loaded<Module>(props: Props<Module>) {
  const [tries, setTries] = useState(0);
  return <Attempt key={tries} {...props} onRetry={() => setTries(tries + 1)} />;
}

type AttemptProps<Module> = Props<Module> & { onRetry: () => void };

function Attempt<Module>({ load, onGiveUp, children, onRetry }: AttemptProps<Module>) {
  const [state, setState] = useState<State<Module>>({ name: 'loading' });
  useEffect(() => {
    let isWanted = true;
    const settle = (next: State<Module>) => isWanted && setState(next);
    load().then(
      (module) => settle({ name: 'ready', module }),
      () => settle({ name: 'failed' }),
    );
    return () => {
      isWanted = false;
    };
  }, [load]);

  if (state.name === 'ready') return children(state.module);
  if (state.name === 'loading') {
    return (
      <Dialog title="Un momento" width="narrow" onClose={onGiveUp}>
        <p role="status">
          <Spinner /> Abriendo…
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog title="No pudimos abrir esta ventana" width="narrow" onClose={onGiveUp}>
      <p role="alert">Revisa tu conexión e intenta de nuevo.</p>
      <Button onClick={onRetry}>Reintentar</Button>
    </Dialog>
  );
}
