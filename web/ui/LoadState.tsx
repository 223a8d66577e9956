import { isUnauthenticated } from '#web/lib/api.ts';
import { openSignIn } from '#web/lib/sign-in.ts';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

type Props = {
  query: { error: Error | null; isFetching: boolean; refetch: () => unknown };
  /** By default it reads everything again. */
  onRetry?: () => void;
  /** The placeholder's blocks while it is loading, and their height; 0: there is content already. */
  lines: number;
  height?: string;
};

/** A placeholder for the content of a tab while it is loading, or why it has failed to load. */
export function LoadState({ query, onRetry, ...placeholder }: Props) {
  const { error, isFetching, refetch } = query;
  if (isFetching) return placeholder.lines > 0 ? <Skeleton {...placeholder} /> : null;
  if (!error) return null;
  const text = error.message || 'Error desconocido';
  return (
    <>
      <Notice tone="error">Error al cargar los datos del usuario: {text}</Notice>
      <div>
        {isUnauthenticated(error) ? (
          <Button onClick={() => openSignIn()}>Iniciar Sesión</Button>
        ) : (
          <Button variant="secondary" onClick={onRetry ?? (() => void refetch())}>
            Reintentar
          </Button>
        )}
      </div>
    </>
  );
}
