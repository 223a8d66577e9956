import type { ReactNode } from 'react';
import { isUnauthenticated } from '#web/lib/api.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';

type Props = {
  error: Error | null;
  isLoading: boolean;
  onRetry: () => void;
  children: ReactNode;
};

/** The content of a tab while its data is loading or has failed to load. */
export function LoadState({ error, isLoading, onRetry, children }: Props) {
  if (isLoading) return <>{children}</>;
  if (!error) return null;
  const text = error.message || 'Error desconocido';
  return (
    <>
      <Notice tone="error">Error al cargar los datos del usuario: {text}</Notice>
      <div>
        {isUnauthenticated(error) ? (
          <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
        ) : (
          <Button variant="secondary" onClick={onRetry}>
            Reintentar
          </Button>
        )}
      </div>
    </>
  );
}
